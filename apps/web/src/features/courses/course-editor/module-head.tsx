import { limits } from '@escola/contract/limits'
import { ActionIcon, Badge, Group, Menu, Text, TextInput } from '@mantine/core'
import { IconCheck, IconChevronDown, IconCopy, IconDots, IconTrash } from '@tabler/icons-react'
import { memo } from 'react'
import { DragHandle, type Handle } from '../../../ui/drag/drag-handle.tsx'
import { useInlineTitle } from '../../../ui/editor/use-inline-title.ts'
import classes from './outline.module.css'
import type { OutlineModule } from './outline.ts'

export interface ModuleHeadProps {
  module: OutlineModule
  name: string
  dripping: boolean
  isFolded: boolean
  isNew: boolean
  listId: string
  // Each the same for every module, so that one that didn't change isn't drawn again.
  onChange: (key: string, fields: Partial<Pick<OutlineModule, 'title' | 'alwaysAvailable'>>) => void
  onFold: (key: string, isFolded: boolean) => void
  onCopy: (key: string) => void
  onRemove: (key: string, card: Element | null) => Promise<void>
}

/** Head of a module, apart from its card, whose place changes with every step of a drag. */
export const ModuleHead = memo(function ModuleHead(props: ModuleHeadProps & Handle) {
  const {
    module,
    name,
    dripping,
    isFolded,
    isNew,
    listId,
    onChange: changeOf,
    onFold,
    onCopy,
    onRemove,
    ...handle
  } = props
  const onChange = (fields: Parameters<typeof changeOf>[1]) => changeOf(module.key, fields)
  const field = useInlineTitle({
    title: module.title,
    fallback: name,
    isNew,
    onChange: (title) => onChange({ title }),
  })
  return (
    <Group gap={4} wrap="nowrap" className={classes.moduleHead}>
      <DragHandle label={`Mover ${name}`} {...handle} />
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Aulas de ${name}`}
        aria-expanded={!isFolded}
        aria-controls={isFolded ? undefined : listId}
        onClick={() => onFold(module.key, !isFolded)}
      >
        <IconChevronDown size={18} className={classes.chevron} data-folded={isFolded || undefined} />
      </ActionIcon>
      <TextInput
        {...field}
        aria-label="Título do módulo"
        variant="unstyled"
        maxLength={limits.titleMax}
        classNames={{ root: classes.moduleTitle, input: classes.moduleInput }}
        placeholder={name}
        value={module.title}
        onChange={(event) => onChange({ title: event.currentTarget.value })}
      />
      {isFolded && (
        <Text size="sm" c="dimmed" className={classes.keep}>
          {module.content.length === 1 ? '1 aula' : `${module.content.length} aulas`}
        </Text>
      )}
      {dripping && module.alwaysAvailable && (
        <Badge variant="light" color="teal" tt="none" size="sm" className={classes.keep}>
          sempre disponível
        </Badge>
      )}
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="subtle" color="gray" aria-label={`Ações de ${name}`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={module.alwaysAvailable ? <IconCheck size={16} /> : <span className={classes.noIcon} />}
            onClick={() => onChange({ alwaysAvailable: !module.alwaysAvailable })}
          >
            Sempre disponível
          </Menu.Item>
          <Menu.Item leftSection={<IconCopy size={16} />} onClick={() => onCopy(module.key)}>
            Copiar módulo
          </Menu.Item>
          <Menu.Item
            color="danger"
            leftSection={<IconTrash size={16} />}
            onClick={() => void onRemove(module.key, field.ref.current?.closest('article') ?? null)}
          >
            Remover módulo
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  )
})
