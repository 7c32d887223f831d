import { type PaletteName, paletteOf } from '@escola/contract/palettes'
import { DEFAULT_THEME, type MantineTheme, mergeMantineTheme } from '@mantine/core'
import { IconCircleCheck, IconPlayerPlayFilled } from '@tabler/icons-react'
import type { CSSProperties } from 'react'
import { useSchool } from '../../session/context.ts'
import { cssVariablesResolver, themeOf } from '../../theme/theme.ts'
import { selectLogo } from '../../ui/school-logo.ts'
import classes from './theme-preview.module.css'

const schemes = { light: 'No claro', dark: 'No escuro' } as const
type Scheme = keyof typeof schemes

/** Computes the variables of a theme and a scheme, independent of those of the page. */
function variablesOf(name: PaletteName, scheme: Scheme) {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf(paletteOf(name))) as MantineTheme
  const school = theme.colors.school!
  const isDark = scheme === 'dark'
  return {
    ...cssVariablesResolver(theme)[scheme],
    '--preview-text': isDark ? theme.colors.dark[0] : theme.black,
    '--preview-filled': school[isDark ? 6 : 7],
    '--preview-bar': school[isDark ? 4 : 6],
  } as CSSProperties
}

/** The header, a course's card and a lesson, in both schemes side by side. */
export const ThemePreview = ({ theme }: { theme: PaletteName }) => (
  <div className={classes.pair}>
    {(Object.keys(schemes) as Scheme[]).map((scheme) => (
      <figure key={scheme} className={classes.figure}>
        <figcaption>{schemes[scheme]}</figcaption>
        <div className={classes.screen} style={variablesOf(theme, scheme)}>
          <Screen scheme={scheme} />
        </div>
      </figure>
    ))}
  </div>
)

function Screen({ scheme }: { scheme: Scheme }) {
  const school = useSchool()
  const logo = selectLogo(school, scheme)
  const isByDay = scheme === 'dark' && !school.logo_dark_wide_url
  return (
    <>
      <div className={classes.header}>
        {logo ? (
          <img data-by-day={isByDay || undefined} src={`${logo}?w=480`} alt="" height={24} />
        ) : (
          <strong>{school.name}</strong>
        )}
        <span className={classes.points}>007</span>
      </div>
      <div className={classes.body}>
        <div className={classes.card}>
          <div className={classes.cover} />
          <strong>Primeiros passos</strong>
          <div className={classes.progress}>
            <i />
          </div>
          <span className={classes.link}>Continuar</span>
        </div>
        <div className={classes.lesson}>
          <div className={classes.video}>
            <IconPlayerPlayFilled size={26} aria-hidden />
          </div>
          <span className={classes.row} data-current>
            Aula 1: Boas-vindas
          </span>
          <span className={classes.row}>
            <IconCircleCheck size={16} aria-hidden /> Aula 2: Materiais
          </span>
          <span className={classes.button}>Concluir aula</span>
        </div>
      </div>
    </>
  )
}
