import { limits } from '@escola/contract/limits'
import { Textarea } from '@mantine/core'
import classes from './editor.module.css'

interface Props {
  label: string
  placeholder: string
  value: string
  error?: string
  autoFocus?: boolean
  onChange: (title: string) => void
  onBlur?: () => void
}

/** A title that is written where it is read; it may wrap but has no line breaks. */
export function EditorTitle({ label, placeholder, value, error, autoFocus, onChange, onBlur }: Props) {
  return (
    <>
      <h1 className={classes.hidden}>{value.trim() || placeholder}</h1>
      <Textarea
        aria-label={label}
        placeholder={placeholder}
        variant="unstyled"
        autosize
        minRows={1}
        maxLength={limits.titleMax}
        classNames={{ input: classes.titleInput }}
        value={value}
        error={error}
        data-autofocus={autoFocus || undefined}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </>
  )
}
