import { pageTitles } from '@escola/contract/titles'
import { Title } from '@mantine/core'
import { useAppContext } from '../../../session/context.ts'
import { useRights } from '../../../session/rights.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { CardGrid } from '../../../ui/lists/card-grid.tsx'
import { Page } from '../../../ui/page.tsx'
import type { Categories } from '../courses.queries.ts'
import classes from './board.module.css'
import { CourseCard } from './course-tile.tsx'

/** Lists the courses of a teacher of chosen courses, who writes them; the board itself is the school's. */
export function OwnCourses({ loaded: { categories } }: { loaded: Categories }) {
  const { may } = useRights()
  const { team } = useAppContext()
  const shown = categories
    .map((category) => ({ ...category, degrees: category.degrees.filter(({ id }) => may('courses', id)) }))
    .filter(({ degrees }) => degrees.length > 0)
  return (
    <Page title={pageTitles.courses}>
      {shown.length === 0 && (
        <EmptyState
          drawing="lessons"
          title="Nenhum curso seu ainda"
          text={`Quem escolhe os seus cursos é ${team?.owner_name || 'quem é dono da escola'}.`}
        />
      )}
      {shown.map(({ id, title, degrees }) => (
        <article key={id} className={classes.category} aria-label={title}>
          <Title order={2} size="h4" mb="sm">
            {title}
          </Title>
          <CardGrid width="15.5rem">
            {degrees.map((course) => (
              <li key={course.id} className={classes.item}>
                <CourseCard course={course} />
              </li>
            ))}
          </CardGrid>
        </article>
      ))}
    </Page>
  )
}
