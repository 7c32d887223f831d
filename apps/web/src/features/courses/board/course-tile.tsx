import { useSortable } from '@dnd-kit/sortable'
import type { DegreeSummary } from '@escola/contract/categories.contract'
import { courseTitle } from '@escola/contract/titles'
import { Paper, Text } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Cover } from '../../../ui/courses/cover.tsx'
import { DragHandle, handleOf } from '../../../ui/drag/drag-handle.tsx'
import { dragMs, makeSortableStyle } from '../../../ui/drag/sortable-style.ts'
import { makeDragId } from '../../../ui/drag/use-grouped-drag.ts'
import { listCourseBadges } from '../badges.ts'
import { CourseBadges } from '../course-badges.tsx'
import classes from './board.module.css'

interface Props {
  course: DegreeSummary
  /** Courses are no target while a category is dragged. */
  still: boolean
}

export function CourseTile({ course, still }: Props) {
  const sortable = useSortable({
    id: makeDragId('item', course.id),
    disabled: { droppable: still },
    transition: { duration: dragMs, easing: 'ease' },
  })
  return (
    <li ref={sortable.setNodeRef} style={makeSortableStyle(sortable)} {...sortable.listeners} className={classes.item}>
      <CourseCard
        course={course}
        handle={<DragHandle label={`Mover ${courseTitle(course)}`} {...handleOf(sortable)} />}
      />
    </li>
  )
}

export function CourseCard({ course, handle }: { course: DegreeSummary; handle?: React.ReactNode }) {
  const title = courseTitle(course)
  return (
    <Paper radius="md" className={classes.tile}>
      <Link to="/c/$link" params={{ link: course.link }} className={classes.tileLink} draggable={false}>
        <Cover src={course.img_wide_url} title={title} />
        <Text fw={600} lineClamp={2} className={classes.tileTitle}>
          {title}
        </Text>
      </Link>
      <div className={classes.tileFoot}>
        <CourseBadges badges={listCourseBadges(course)} />
        {handle}
      </div>
    </Paper>
  )
}
