import { DndContext, DragOverlay, MeasuringStrategy } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { messages } from '@escola/contract/messages'
import { lessonTitle } from '@escola/contract/titles'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { confirm } from '../../../ui/confirm.ts'
import { notifyError } from '../../../ui/notify.ts'
import { dragTexts } from '../drag/drag-texts.ts'
import { dragMs } from '../drag/sortable-style.ts'
import { useDragSensors } from '../drag/use-drag-sensors.ts'
import { dragId, keyOf, useGroupedDrag } from '../drag/use-grouped-drag.ts'
import { ModuleCard } from './module-card.tsx'
import classes from './outline.module.css'
import {
  addModule,
  changeModule,
  moduleName,
  type Outline,
  outlineMoves,
  removeLesson,
  removeModule,
} from './outline.ts'
import type { CourseEditorState } from './use-course-editor.ts'

const nameOf = (outline: Outline, id: string) => {
  const key = keyOf(id)
  const at = outline.findIndex((module) => module.key === key)
  if (id.startsWith('group:')) return at < 0 ? '' : moduleName(outline[at]!, at)
  const lesson = outline.flatMap((module) => module.content).find((one) => one.id === key)
  return lesson ? lessonTitle(lesson) : ''
}

export function OutlineEditor({ editor }: { editor: CourseEditorState }) {
  const navigate = useNavigate()
  const sensors = useDragSensors()
  const [held, setHeld] = useState<Outline>()
  const [newKey, setNewKey] = useState<string>()
  const outline = held ?? editor.outline
  const newest = useRef(outline)
  newest.current = outline

  const show = (next: Outline) => {
    newest.current = next
    setHeld(next)
  }
  const change = (next: Outline) => {
    newest.current = next
    setHeld(undefined)
    editor.change({ outline: next })
  }
  const { active, handlers } = useGroupedDrag(
    {
      newest: () => newest.current,
      show,
      change,
      setDragging: (dragging) => {
        if (!dragging) setHeld(undefined)
      },
    },
    outlineMoves,
  )

  const add = () => {
    const key = crypto.randomUUID().slice(0, 13)
    setNewKey(key)
    change(addModule(newest.current, key))
  }
  const remove = async (key: string) => {
    const at = outline.findIndex((module) => module.key === key)
    const module = outline[at]
    if (!module) return
    const lessons = module.content.length
    const text = `${moduleName(module, at)} será removido${lessons ? ` com ${lessons === 1 ? 'sua aula' : `suas ${lessons} aulas`}` : ''}.`
    if (await confirm({ title: messages.areYouSure, text, confirmLabel: 'Remover', danger: true })) {
      change(removeModule(newest.current, key))
    }
  }
  const dropLesson = async (id: string) => {
    const text = `A aula ${nameOf(outline, dragId('item', id))} será removida do curso.`
    if (await confirm({ title: messages.areYouSure, text, confirmLabel: 'Remover', danger: true })) {
      change(removeLesson(newest.current, id))
    }
  }
  /** The lesson needs the id of its module, so the course is saved first. */
  const createLesson = async (key: string) => {
    try {
      await editor.settled()
    } catch (error) {
      return notifyError(error)
    }
    const moduleId = editor.moduleIdNow(key)
    if (!moduleId) return
    await navigate({ to: '/c/$link/$moduleId/nova-aula', params: { link: editor.linkNow(), moduleId } })
  }

  return (
    <section aria-labelledby="outline-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="outline-title">
          Módulos e aulas
        </Title>
        <Button variant="light" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
          Adicionar módulo
        </Button>
      </Group>
      {outline.length === 0 && (
        <div className={classes.empty}>
          <Text fw={600}>Um curso é feito de módulos, e os módulos, de aulas.</Text>
          <Text c="dimmed" size="sm" mb="sm">
            Comece pelo primeiro módulo. Você pode mudar nomes e ordem quando quiser.
          </Text>
          <Button onClick={add} leftSection={<IconPlus size={16} />}>
            Criar o primeiro módulo
          </Button>
        </div>
      )}
      <DndContext
        sensors={sensors}
        measuring={{ droppable: { strategy: MeasuringStrategy.Always } }}
        accessibility={dragTexts((id) => nameOf(outline, String(id)))}
        {...handlers}
      >
        <SortableContext
          items={outline.map((module) => dragId('group', module.key))}
          strategy={verticalListSortingStrategy}
        >
          <Stack gap="sm">
            {outline.map((module, at) => (
              <ModuleCard
                key={module.key}
                module={module}
                name={moduleName(module, at)}
                course={editor.server}
                link={editor.course.link}
                dripping={!editor.course.no_dripping}
                dragging={active?.kind}
                isNew={module.key === newKey}
                onChange={(fields) => change(changeModule(newest.current, module.key, fields))}
                onRemove={() => void remove(module.key)}
                onRemoveLesson={(id) => void dropLesson(id)}
                onNewLesson={() => createLesson(module.key)}
              />
            ))}
          </Stack>
        </SortableContext>
        <DragOverlay dropAnimation={{ duration: dragMs, easing: 'ease' }}>
          {active && <div className={classes.lifted}>{nameOf(outline, dragId(active.kind, active.key))}</div>}
        </DragOverlay>
      </DndContext>
    </section>
  )
}
