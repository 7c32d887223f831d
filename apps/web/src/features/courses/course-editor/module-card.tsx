import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable'
import { Text } from '@mantine/core'
import { memo, useId, useMemo } from 'react'
import { handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, sortableStyle } from '../../../ui/drag/sortable-style.ts'
import { type DragKind, dragId } from '../../../ui/drag/use-grouped-drag.ts'
import { LessonRow } from './lesson-row.tsx'
import { ModuleFoot } from './module-foot.tsx'
import { ModuleHead, type ModuleHeadProps } from './module-head.tsx'
import classes from './outline.module.css'

interface Props extends Omit<ModuleHeadProps, 'listId'> {
  publishedOn: string | null
  link: string
  dragging: DragKind | undefined
  /** The lesson that is dragged while the module is folded: it is here as long as it is over it. */
  held: string | undefined
  onRemoveLesson: (id: string, row: Element | null) => Promise<void>
  onNewLesson: (key: string) => Promise<void>
}

export const ModuleCard = memo(function ModuleCard(props: Props) {
  const { publishedOn, link, dragging, held, onRemoveLesson, onNewLesson, ...head } = props
  const { module, name, isFolded } = head
  const sortable = useSortable({
    id: dragId('group', module.key),
    transition: { duration: dragMs, easing: 'ease' },
  })
  const lessons = useMemo(
    () => (isFolded ? module.content.filter(({ id }) => id === held) : module.content),
    [module.content, isFolded, held],
  )
  const lessonIds = useMemo(() => lessons.map((lesson) => dragId('item', lesson.id)), [lessons])
  const listId = useId()

  return (
    <article ref={sortable.setNodeRef} style={sortableStyle(sortable)} className={classes.module} aria-label={name}>
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
