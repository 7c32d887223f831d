import { useSortable } from '@dnd-kit/sortable'
import type { LessonSummary } from '@escola/contract/courses.contract'
import { lessonTitle } from '@escola/contract/titles'
import { ActionIcon, Badge, Text } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatDuration } from '../../../ui/courses/duration.ts'
import { DragHandle, type Handle, handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../../ui/drag/sortable-style.ts'
import { makeDragId } from '../../../ui/drag/use-grouped-drag.ts'
import { badgeLook, isLessonDraft } from '../badges.ts'
import classes from './outline.module.css'

interface Props {
  lesson: LessonSummary
  publishedOn: string | null
  link: string
  onRemove: (id: string, row: Element | null) => Promise<void>
}

/** @param still while a module is dragged, lessons are no place to drop it */
export const LessonRow = memo(function LessonRow({ still, ...face }: Props & { still: boolean }) {
  const { lesson } = face
  const sortable = useSortable({
    id: makeDragId('item', lesson.id),
    disabled: { droppable: still },
    transition: { duration: dragMs, easing: 'ease' },
  })
  return (
    <li ref={sortable.setNodeRef} style={makeSortableStyle(sortable)} className={classes.lesson}>
      <Face {...face} {...handleOf(sortable)} />
    </li>
  )
})

/** The row's content is apart from its place, which changes with every step of a drag. */
const Face = memo(function Face({ lesson, publishedOn, link, onRemove, ...handle }: Props & Handle) {
  const title = lessonTitle(lesson)
  const badges = [
    ...(isLessonDraft({ utc_published_on: publishedOn }, lesson) ? [badgeLook.draft] : []),
    ...(lesson.is_visible ? [] : [badgeLook.invisible]),
    ...(lesson.is_private ? [badgeLook.private] : []),
  ]
  return (
    <>
      <DragHandle label={`Mover a aula ${title}`} {...handle} />
      <Link
        to="/c/$link/$classLink"
        params={{ link, classLink: lesson.link }}
        className={classes.lessonLink}
        draggable={false}
      >
        {title}
      </Link>
      {badges.map(({ label, color }) => (
        <Badge key={label} variant="light" color={color} size="sm" tt="none" className={classes.keep}>
          {label}
        </Badge>
      ))}
      <Text size="sm" c="dimmed" className={classes.duration}>
        {formatDuration(lesson.main_media_duration)}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`Remover a aula ${title}`}
        className={classes.remove}
        onClick={(event) => void onRemove(lesson.id, event.currentTarget.closest('li'))}
      >
        <IconTrash size={17} stroke={1.6} />
      </ActionIcon>
    </>
  )
})
