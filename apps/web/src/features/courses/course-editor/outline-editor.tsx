import { DndContext, DragOverlay } from '@dnd-kit/core'
import { SortableContext, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { Degree, LessonSummary } from '@escola/contract/courses.contract'
import { lessonTitle } from '@escola/contract/titles'
import { Button, Group, Stack, Text, Title } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { replaceEqualDeep } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { memo, useRef, useState } from 'react'
import { makeDragTexts } from '../../../ui/drag/drag-texts.ts'
import { dragMs } from '../../../ui/drag/sortable-style.ts'
import { useDragSensors } from '../../../ui/drag/use-drag-sensors.ts'
import { keyOf, makeDragId, useGroupedDrag } from '../../../ui/drag/use-grouped-drag.ts'
import { focusBeside } from '../../../ui/focus-beside.ts'
import { notifyError } from '../../../ui/notify.ts'
import { confirm } from '../../../ui/questions/confirm.ts'
import { makeDangerQuestion } from '../../../ui/questions/danger-question.ts'
import { CopyDialog, type CopyTarget } from '../copy-dialog.tsx'
import { describeExamLoss, describeReach, useCourseReach } from '../course-reach.ts'
import { useFolded } from '../use-folded.ts'
import { ModuleCard } from './module-card.tsx'
import classes from './outline.module.css'
import {
  addModule,
  changeModule,
  getModuleName,
  type Outline,
  type OutlineModule,
  outlineMoves,
  removeLesson,
  removeModule,
} from './outline.ts'

const lessonsOf = (outline: Outline) => outline.flatMap((module) => module.content)
const nameOf = (outline: Outline, id: string) => {
  const key = keyOf(id)
  const at = outline.findIndex((module) => module.key === key)
  if (id.startsWith('group:')) return at < 0 ? '' : getModuleName(outline[at]!, at)
  const lesson = lessonsOf(outline).find((candidate) => candidate.id === key)
  return lesson ? lessonTitle(lesson) : ''
}

interface Props {
  course: Degree
  outline: Outline
  publishedOn: string | null
  link: string
  dripping: boolean
  onChange: (edits: { outline: Outline }) => void
  placeForLesson: (key: string) => Promise<{ link: string; moduleId: string | undefined }>
  onCopyModule: (key: string, target: CopyTarget) => Promise<unknown>
}

/** Editor of the outline, apart from the fields around it: hundreds of lessons don't follow every letter that is typed there. */
export const OutlineEditor = memo(function OutlineEditor(props: Props) {
  const { publishedOn, link, dripping, onChange, placeForLesson, onCopyModule } = props
  const navigate = useNavigate()
  const sensors = useDragSensors()
  const [held, setHeld] = useState<Outline>()
  const [newKey, setNewKey] = useState<string>()
  const outline = held ?? props.outline
  const section = useRef<HTMLElement>(null)
  const newest = useRef(outline)
  newest.current = outline

  const show = (next: Outline) => {
    newest.current = next
    setHeld(next)
  }
  const change = (next: Outline) => {
    newest.current = next
    setHeld(undefined)
    onChange({ outline: next })
  }
  const { isFolded, fold } = useFolded(props.course.id, props.outline)
  const { active, handlers } = useGroupedDrag(
    {
      newest: () => newest.current,
      isClosed: isFolded,
      // The lesson's handle goes with its line, and the focus must not go with it.
      onTaken: (key) => section.current?.querySelector<HTMLElement>(`[data-module="${key}"] [aria-expanded]`)?.focus(),
      show,
      change,
      setDragging: (dragging) => {
        if (!dragging) setHeld(undefined)
      },
    },
    outlineMoves,
  )

  // The list stays one object while its ids are unchanged: with another object, every draggable row is redrawn.
  const groupIds = useRef<string[]>([])
  groupIds.current = replaceEqualDeep(
    groupIds.current,
    outline.map((module) => makeDragId('group', module.key)),
  )

  const foldModule = useCallbackRef((key: string, folded: boolean) => fold([key], folded))
  const allFolded = outline.every(({ key }) => isFolded(key))

  const reach = useCourseReach(link)
  /** A lesson that was never published has no student to miss it. */
  const fetchLoss = async (lessons: LessonSummary[]) => {
    if (lessons.every((lesson) => lesson.utc_published_on === null)) return ''
    const known = await reach()
    const ids = lessons.map(({ id }) => id)
    return `${describeReach(known)}${describeExamLoss(known, ids)}`
  }

  const [copied, setCopied] = useState<string>()
  const startCopy = useCallbackRef((key: string) => setCopied(key))
  const addButton = useRef<HTMLButtonElement>(null)
  const add = () => {
    const key = crypto.randomUUID().slice(0, 13)
    setNewKey(key)
    fold([key], false)
    show(addModule(newest.current, key))
    // The page around the module follows once the module is seen: drawing both at once would delay the answer to the click.
    requestAnimationFrame(() => setTimeout(() => change(newest.current)))
  }
  const editModule = useCallbackRef((key: string, fields: Partial<OutlineModule>) =>
    change(changeModule(newest.current, key, fields)),
  )
  const remove = useCallbackRef(async (key: string, card: Element | null) => {
    const at = outline.findIndex((module) => module.key === key)
    const module = outline[at]
    if (!module) return
    const lessons = module.content.length
    const question = async () =>
      makeDangerQuestion(
        `${getModuleName(module, at)} será removido${lessons ? ` com ${lessons === 1 ? 'sua aula' : `suas ${lessons} aulas`}` : ''}.${await fetchLoss(module.content)}`,
      )
    if (await confirm(question)) {
      if (!focusBeside(card, '[aria-haspopup=menu]')) addButton.current?.focus()
      change(removeModule(newest.current, key))
    }
  })
  const dropLesson = useCallbackRef(async (id: string, row: Element | null) => {
    const question = async () =>
      makeDangerQuestion(
        `A aula ${nameOf(outline, makeDragId('item', id))} será removida do curso.${await fetchLoss(lessonsOf(outline).filter((lesson) => lesson.id === id))}`,
      )
    if (await confirm(question)) {
      if (!focusBeside(row, 'a')) row?.closest('article')?.querySelector<HTMLElement>('[data-new-lesson]')?.focus()
      change(removeLesson(newest.current, id))
    }
  })
  const createLesson = useCallbackRef(async (key: string) => {
    try {
      const { link, moduleId } = await placeForLesson(key)
      if (moduleId) await navigate({ to: '/c/$link/$moduleId/nova-aula', params: { link, moduleId } })
    } catch (error) {
      notifyError(error)
    }
  })

  return (
    <section ref={section} aria-labelledby="outline-title">
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4" id="outline-title">
          Módulos e aulas
        </Title>
        <Group gap="xs">
          {outline.length > 1 && (
            <Button
              variant="subtle"
              color="gray"
              size="xs"
              onClick={() =>
                fold(
                  outline.map(({ key }) => key),
                  !allFolded,
                )
              }
            >
              {allFolded ? 'Abrir módulos' : 'Recolher módulos'}
            </Button>
          )}
          <Button ref={addButton} variant="light" size="xs" leftSection={<IconPlus size={16} />} onClick={add}>
            Adicionar módulo
          </Button>
        </Group>
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
      <DndContext sensors={sensors} accessibility={makeDragTexts((id) => nameOf(outline, String(id)))} {...handlers}>
        <SortableContext items={groupIds.current} strategy={verticalListSortingStrategy}>
          <Stack gap="sm">
            {outline.map((module, at) => (
              <ModuleCard
                key={module.key}
                module={module}
                name={getModuleName(module, at)}
                publishedOn={publishedOn}
                link={link}
                dripping={dripping}
                isFolded={isFolded(module.key)}
                onFold={foldModule}
                dragging={active?.kind}
                isNew={module.key === newKey}
                onChange={editModule}
                onCopy={startCopy}
                onRemove={remove}
                onRemoveLesson={dropLesson}
                onNewLesson={createLesson}
              />
            ))}
          </Stack>
        </SortableContext>
        <DragOverlay dropAnimation={{ duration: dragMs, easing: 'ease' }}>
          {active && <div className={classes.lifted}>{nameOf(outline, makeDragId(active.kind, active.key))}</div>}
        </DragOverlay>
      </DndContext>
      <CopyDialog
        title="Copiar módulo"
        course={props.course}
        isOpen={copied !== undefined}
        onCopy={(target) => onCopyModule(copied ?? '', target)}
        onClose={() => setCopied(undefined)}
      />
    </section>
  )
})
