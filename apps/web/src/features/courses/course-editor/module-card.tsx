import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { limits } from '@escola/contract/limits'
import { ActionIcon, Badge, Button, Group, Menu, Paper, Text, TextInput } from '@mantine/core'
import { IconCheck, IconDots, IconPlus, IconTrash } from '@tabler/icons-react'
import { memo, useEffect, useMemo, useRef, useState } from 'react'
import { DragHandle } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, sortableStyle } from '../../../ui/drag/sortable-style.ts'
import { type DragKind, dragId } from '../../../ui/drag/use-grouped-drag.ts'
import { LessonRow } from './lesson-row.tsx'
import classes from './outline.module.css'
import type { OutlineModule } from './outline.ts'

interface Props {
  module: OutlineModule
  name: string
  publishedOn: string | null
  link: string
  dripping: boolean
  dragging: DragKind | undefined
  isNew: boolean
  // Each the same for every module, so that one that didn't change isn't drawn again.
  onChange: (key: string, fields: Partial<Pick<OutlineModule, 'title' | 'alwaysAvailable'>>) => void
  onRemove: (key: string, card: Element | null) => Promise<void>
  onRemoveLesson: (id: string, row: Element | null) => Promise<void>
  onNewLesson: (key: string) => Promise<void>
}

export const ModuleCard = memo(function ModuleCard(props: Props) {
  const { module, name, publishedOn, link, dripping, dragging, isNew, onRemove, onRemoveLesson, onNewLesson } = props
  const onChange = (fields: Parameters<Props['onChange']>[1]) => props.onChange(module.key, fields)
  const input = useRef<HTMLInputElement>(null)
  const [creating, setCreating] = useState(false)
  const sortable = useSortable({
    id: dragId('group', module.key),
    transition: { duration: dragMs, easing: 'ease' },
  })
  useEffect(() => {
    if (!isNew) return
    input.current?.focus()
    input.current?.select()
  }, [isNew])
  const lessonIds = useMemo(() => module.content.map((lesson) => dragId('item', lesson.id)), [module.content])
  const settle = () => {
    if (module.title.trim() === '') onChange({ title: name })
  }

  return (
    <Paper
      withBorder
      radius="lg"
      ref={sortable.setNodeRef}
      style={sortableStyle(sortable)}
      component="article"
      aria-label={name}
    >
      <Group gap={4} wrap="nowrap" className={classes.moduleHead}>
        <DragHandle label={`Mover ${name}`} sortable={sortable} />
        <TextInput
          ref={input}
          aria-label="Título do módulo"
          variant="unstyled"
          maxLength={limits.titleMax}
          classNames={{ root: classes.moduleTitle, input: classes.moduleInput }}
          placeholder={name}
          value={module.title}
          onChange={(event) => onChange({ title: event.currentTarget.value })}
          onBlur={settle}
          onKeyDown={(event) => {
            if (event.key === 'Enter') settle()
          }}
        />
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
            <Menu.Item
              color="red"
              leftSection={<IconTrash size={16} />}
              onClick={() => void onRemove(module.key, sortable.node.current)}
            >
              Remover módulo
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Group>
      <SortableContext items={lessonIds} strategy={verticalListSortingStrategy}>
        <ul className={classes.lessons}>
          {module.content.map((lesson) => (
            <LessonRow
              key={lesson.id}
              lesson={lesson}
              publishedOn={publishedOn}
              link={link}
              still={dragging === 'group'}
              onRemove={onRemoveLesson}
            />
          ))}
        </ul>
      </SortableContext>
      {module.content.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.noLessons}>
          Nenhuma aula ainda.
        </Text>
      )}
      <div className={classes.moduleFoot}>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPlus size={16} />}
          loading={creating}
          data-new-lesson
          onClick={async () => {
            setCreating(true)
            await onNewLesson(module.key)
            setCreating(false)
          }}
        >
          Nova aula
        </Button>
      </div>
    </Paper>
  )
})
