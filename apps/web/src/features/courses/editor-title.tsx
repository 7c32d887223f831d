import { limits } from '@escola/contract/limits'
import { Textarea, VisuallyHidden } from '@mantine/core'
import { useRouterState } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import classes from './editor.module.css'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** A new course or lesson has no name of its own yet. */
    isNew?: boolean
  }
}

interface Props {
  label: string
  placeholder: string
  value: string
  error?: string
  onChange: (title: string) => void
  onBlur?: () => void
}

/** A title that is written where it is read; it may wrap but has no line breaks. What was just made is named at once. */
export function EditorTitle({ label, placeholder, value, error, onChange, onBlur }: Props) {
  const isNew = useRouterState({ select: ({ location }) => location.state.isNew === true })
  const input = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (!isNew) return
    input.current?.focus()
    input.current?.select()
  }, [isNew])
  return (
    <>
      <VisuallyHidden component="h1">{value.trim() || placeholder}</VisuallyHidden>
      <Textarea
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        variant="unstyled"
        autosize
        minRows={1}
        maxLength={limits.titleMax}
        classNames={{ input: classes.titleInput }}
        value={value}
        error={error}
        onChange={(event) => onChange(event.currentTarget.value.replace(/\s*\n\s*/g, ' '))}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault()
        }}
      />
    </>
  )
}
