import { limits } from '@escola/contract/limits'
import { Textarea, VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import classes from './editor-title.module.css'
import { useInlineTitle } from './use-inline-title.ts'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A new course, lesson or class has no name of its own yet. */
    isNew?: boolean
  }
}

interface Props {
  label: string
  /** Title that an empty field shows, and gets when the user leaves it. */
  fallback: string
  value: string
  maxLength?: number
  error?: string
  onChange: (title: string) => void
}

/** A title that is written where it is read; it may wrap but has no line breaks. What was just made is named at once. */
export function EditorTitle({ label, fallback, value, maxLength = limits.titleMax, error, onChange }: Props) {
  const isNew = useRouterState({ select: ({ location }) => location.state.isNew === true })
  const field = useInlineTitle<HTMLTextAreaElement>({ title: value, fallback, isNew, onChange })
  return (
    <>
      <VisuallyHidden component="h1">{value.trim() || fallback}</VisuallyHidden>
      <Textarea
        {...field}
        aria-label={label}
        placeholder={fallback}
        variant="unstyled"
        autosize
        minRows={1}
        maxLength={maxLength}
        classNames={{ input: classes.input }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
          field.onKeyDown(event)
        }}
      />
    </>
  )
}
