import { limits } from '@escola/contract/limits'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useEffect, useRef, useState } from 'react'
import classes from './board.module.css'

interface Props {
  title: string
  /** A category that was just made is named at once. */
  autoFocus: boolean
  onRename: (title: string) => void
}

export function CategoryTitle({ title, autoFocus, onRename }: Props) {
  const [text, setText] = useState(title)
  const [editing, setEditing] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const renameSoon = useDebouncedCallback(onRename, 500)
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    input.current?.select()
  }, [autoFocus])
  return (
    <TextInput
      ref={input}
      aria-label="Título da categoria"
      variant="unstyled"
      size="lg"
      maxLength={limits.titleMax}
      classNames={{ root: classes.categoryTitle, input: classes.categoryInput }}
      value={editing ? text : title}
      onFocus={() => {
        setText(title)
        setEditing(true)
      }}
      onChange={(event) => {
        setText(event.currentTarget.value)
        renameSoon(event.currentTarget.value)
      }}
      onBlur={() => {
        renameSoon.cancel()
        setEditing(false)
        if (text !== title) onRename(text)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
      }}
    />
  )
}
