import type { ExternalLink } from '@escola/contract/lessons.contract'
import { limits } from '@escola/contract/limits'
import { webAddressProblem } from '@escola/contract/text'
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import classes from './lesson-editor.module.css'
import { completeAddress, isBlank } from './lesson-edits.ts'

interface Props {
  links: ExternalLink[]
  onChange: (links: ExternalLink[]) => void
}

const problemOf = (link: ExternalLink, touched: boolean) => {
  if (link.link.trim() === '') return touched && link.title.trim() ? 'Preencha o endereço' : undefined
  return webAddressProblem(completeAddress(link.link))
}

export function ExternalLinksField({ links, onChange }: Props) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const edit = (id: string, fields: Partial<ExternalLink>) =>
    onChange(links.map((link) => (link.id === id ? { ...link, ...fields } : link)))
  const newest = useRef(links)
  newest.current = links
  const rows = useRef<HTMLDivElement>(null)
  const addButton = useRef<HTMLButtonElement>(null)
  const remove = async (link: ExternalLink, row: Element | null) => {
    const text = `O link “${link.title.trim() || link.link}” será removido da aula.`
    const isSure = isBlank(link) || (await confirm(makeDangerQuestion(text)))
    if (!isSure) return
    if (!focusBeside(row, '[data-remove]')) addButton.current?.focus()
    onChange(newest.current.filter(({ id }) => id !== link.id))
  }
  /** Adds to a row that is still empty, or to a new one. */
  const add = () => {
    const empty = links.findIndex(isBlank)
    if (empty < 0) flushSync(() => onChange([...links, { id: crypto.randomUUID(), title: '', link: '' }]))
    rows.current?.children
      .item(empty < 0 ? links.length : empty)
      ?.querySelector('input')
      ?.focus()
  }
  return (
    <Stack gap="xs">
      <Stack gap="xs" ref={rows}>
        {links.map((link, at) => (
          <div key={link.id} className={classes.linkRow}>
            <TextInput
              aria-label={`Título do link ${at + 1}`}
              placeholder="Título"
              maxLength={limits.titleMax}
              value={link.title}
              onChange={(event) => edit(link.id, { title: event.currentTarget.value })}
            />
            <TextInput
              aria-label={`Endereço do link ${at + 1}`}
              placeholder="https://…"
              inputMode="url"
              maxLength={limits.linkMax}
              value={link.link}
              error={problemOf(link, touched.has(link.id))}
              onChange={(event) => edit(link.id, { link: event.currentTarget.value })}
              onBlur={() => {
                setTouched(new Set(touched).add(link.id))
                if (completeAddress(link.link) !== link.link) edit(link.id, { link: completeAddress(link.link) })
              }}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size="input-sm"
              aria-label={`Remover o link ${at + 1}`}
              data-remove
              onClick={(event) => void remove(link, event.currentTarget.parentElement)}
            >
              <IconTrash size={17} stroke={1.6} />
            </ActionIcon>
          </div>
        ))}
      </Stack>
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          ref={addButton}
          disabled={links.length >= limits.linksPerLesson}
          onClick={add}
        >
          Adicionar link
        </Button>
      </div>
    </Stack>
  )
}
