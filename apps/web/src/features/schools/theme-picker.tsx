import { type PaletteName, paletteLabels, paletteNames, paletteOf } from '@escola/contract/palettes'
import { IconCheck } from '@tabler/icons-react'
import classes from './theme-picker.module.css'

interface Props {
  value: PaletteName
  onChange: (theme: PaletteName) => void
}

export const ThemePicker = ({ value, onChange }: Props) => (
  <fieldset className={classes.themes}>
    <legend className={classes.legend}>Cores da escola</legend>
    {paletteNames.map((name) => {
      const colors = paletteOf(name)
      return (
        <label key={name} className={classes.theme}>
          <input type="radio" name="ui_theme" value={name} checked={name === value} onChange={() => onChange(name)} />
          <span
            className={classes.swatch}
            style={{
              background: `linear-gradient(135deg, ${colors[7]} 0 58%, ${colors[5]} 58% 80%, ${colors[2]} 80%)`,
            }}
          >
            {name === value && <IconCheck size={20} stroke={2.6} color="#fff" aria-hidden />}
          </span>
          {paletteLabels[name]}
        </label>
      )
    })}
  </fieldset>
)
