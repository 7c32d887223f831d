import type { DegreeSummary } from '@escola/contract/categories.contract'
import { editionMessages } from '@escola/contract/editions.contract'
import { courseTitle, franchisesTitle } from '@escola/contract/titles'
import { Badge, Button, Group, Paper, Text, Title } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useAppContext } from '../../../session/context.ts'
import { Cover } from '../../../ui/courses/cover.tsx'
import { CardGrid } from '../../../ui/lists/card-grid.tsx'
import { listEditionBadges } from '../badges.ts'
import { CourseBadges } from '../course-badges.tsx'
import classes from './board.module.css'

/** Lists the courses of the schools that this one is a franchise of, which are looked at as students do and never changed. */
export function FranchiseCourses() {
  return useAppContext().templateSchools.map(({ id, name, categories }) => (
    <section key={id} aria-label={name} className={classes.category}>
      <Group justify="space-between" mb="sm">
        <Title order={2} size="h4">
          {name}
        </Title>
        <Button variant="subtle" size="sm" renderRoot={(props) => <Link {...props} to="/franquias" />}>
          {franchisesTitle}
        </Button>
      </Group>
      {categories
        .filter(({ degrees }) => degrees.length > 0)
        .map((category) => (
          <article key={category.id} aria-label={category.title} className={classes.franchise}>
            <Text c="dimmed" mb="xs">
              {category.title}
            </Text>
            <CardGrid width="15.5rem">
              {category.degrees.map((course) => (
                <li key={course.id} className={classes.item}>
                  <FranchiseCourse course={course} />
                </li>
              ))}
            </CardGrid>
          </article>
        ))}
    </section>
  ))
}

const FranchiseCourse = ({ course }: { course: DegreeSummary }) => (
  <Paper radius="md" className={classes.tile}>
    <Link to="/c/$link" params={{ link: course.link }} search={{ student: 1 }} className={classes.tileLink}>
      <div className={classes.faded}>
        <Cover src={course.img_wide_url} title={courseTitle(course)} />
      </div>
      <Text fw={600} c="dimmed" lineClamp={2} className={classes.tileTitle}>
        {courseTitle(course)}
      </Text>
    </Link>
    <Group gap={6} className={classes.tileFoot}>
      <Badge variant="light" color="gray" tt="none" fw={600} leftSection={<IconLock size={13} aria-hidden />}>
        {editionMessages.franchise}
      </Badge>
      <CourseBadges badges={listEditionBadges(course)} />
    </Group>
  </Paper>
)
