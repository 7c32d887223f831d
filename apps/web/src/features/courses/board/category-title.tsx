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
  const [typed, setTyped] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const renameSoon = useDebouncedCallback(onRename, 500)
  useEffect(() => {
    if (!autoFocus) return
    input.current?.focus()
    input.current?.select()
  }, [autoFocus])
  const settle = () => {
    renameSoon.cancel()
    setTyped(undefined)
    if (typed !== undefined && typed !== title) onRename(typed)
  }
  return (
    <TextInput
      ref={input}
      aria-label="Título da categoria"
      variant="unstyled"
      size="lg"
      maxLength={limits.titleMax}
      classNames={{ root: classes.categoryTitle, input: classes.categoryInput }}
      value={typed ?? title}
      onChange={(event) => {
        setTyped(event.currentTarget.value)
        renameSoon(event.currentTarget.value)
      }}
      onBlur={settle}
      onKeyDown={(event) => {
        if (event.key === 'Enter') settle()
      }}
    />
  )
}
