import { limits } from '@escola/contract/limits'
import { newCategoryTitle } from '@escola/contract/titles'
import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { useState } from 'react'
import { useInlineTitle } from '../../../ui/editor/use-inline-title.ts'
import classes from './board.module.css'

interface Props {
  title: string
  isNew: boolean
  onRename: (title: string) => void
}

export function CategoryTitle({ title, isNew, onRename }: Props) {
  const [typed, setTyped] = useState<string>()
  const renameSoon = useDebouncedCallback(onRename, 500)
  const field = useInlineTitle({
    title: typed ?? title,
    fallback: newCategoryTitle,
    isNew,
    onChange: setTyped,
    onDone: (settled) => {
      renameSoon.cancel()
      setTyped(undefined)
      if (settled !== title) onRename(settled)
    },
  })
  return (
    <TextInput
      {...field}
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
    />
  )
}
