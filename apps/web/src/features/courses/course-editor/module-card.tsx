import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import type { LessonSummary } from '@escola/contract/courses.contract'
import { Text } from '@mantine/core'
import { memo, useId, useMemo } from 'react'
import { handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../../ui/drag/sortable-style.ts'
import { type DragKind, makeDragId } from '../../../ui/drag/use-grouped-drag.ts'
import { LessonRow } from './lesson-row.tsx'
import { ModuleFoot } from './module-foot.tsx'
import { ModuleHead, type ModuleHeadProps } from './module-head.tsx'
import classes from './outline.module.css'

const none: LessonSummary[] = []

interface Props extends Omit<ModuleHeadProps, 'listId'> {
  publishedOn: string | null
  link: string
  dragging: DragKind | undefined
  onRemoveLesson: (id: string, row: Element | null) => Promise<void>
  onNewLesson: (key: string) => Promise<void>
}

export const ModuleCard = memo(function ModuleCard(props: Props) {
  const { publishedOn, link, dragging, onRemoveLesson, onNewLesson, ...head } = props
  const { module, name, isFolded } = head
  const sortable = useSortable({
    id: makeDragId('group', module.key),
    transition: { duration: dragMs, easing: 'ease' },
  })
  const lessons = isFolded ? none : module.content
  const lessonIds = useMemo(() => lessons.map((lesson) => makeDragId('item', lesson.id)), [lessons])
  const listId = useId()

  return (
    <article
      ref={sortable.setNodeRef}
      style={makeSortableStyle(sortable)}
      className={classes.module}
      aria-label={name}
      data-module={module.key}
      data-taking={(isFolded && dragging === 'item' && sortable.isOver) || undefined}
    >
      <ModuleHead {...head} listId={listId} {...handleOf(sortable)} />
      {lessons.length > 0 && (
        <SortableContext items={lessonIds} strategy={verticalListSortingStrategy}>
          <ul className={classes.lessons} id={listId}>
            {lessons.map((lesson) => (
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
      )}
      {!isFolded && module.content.length === 0 && (
        <Text size="sm" c="dimmed" className={classes.noLessons}>
          Nenhuma aula ainda.
        </Text>
      )}
      {!isFolded && <ModuleFoot moduleKey={module.key} onNewLesson={onNewLesson} />}
    </article>
  )
})
