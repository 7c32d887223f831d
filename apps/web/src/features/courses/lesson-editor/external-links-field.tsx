import type { ExternalLink } from '@escola/contract/courses.contract'
import { limits } from '@escola/contract/limits'
import { ActionIcon, Button, Stack, TextInput } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import classes from './lesson-editor.module.css'
import { fullAddress, isCompleteLink } from './lesson-edits.ts'

interface Props {
  links: ExternalLink[]
  onChange: (links: ExternalLink[]) => void
}

const problemOf = (link: ExternalLink, touched: boolean) => {
  if (link.link.trim() === '') return touched && link.title.trim() ? 'Preencha o endereço' : undefined
  return isCompleteLink(link) ? undefined : 'Preencha um endereço que comece com http:// ou https://'
}

export function ExternalLinksField({ links, onChange }: Props) {
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const edit = (id: string, fields: Partial<ExternalLink>) =>
    onChange(links.map((link) => (link.id === id ? { ...link, ...fields } : link)))
  return (
    <Stack gap="xs">
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
              if (fullAddress(link.link) !== link.link) edit(link.id, { link: fullAddress(link.link) })
            }}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="input-sm"
            aria-label={`Remover o link ${at + 1}`}
            onClick={() => onChange(links.filter(({ id }) => id !== link.id))}
          >
            <IconTrash size={17} stroke={1.6} />
          </ActionIcon>
        </div>
      ))}
      <div>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          disabled={links.length >= 100 || links.some(({ title, link }) => !title.trim() && !link.trim())}
          onClick={() => onChange([...links, { id: crypto.randomUUID(), title: '', link: '' }])}
        >
          Adicionar link
        </Button>
      </div>
    </Stack>
  )
}
