import { Skeleton } from '@mantine/core'
import { Page } from '../../ui/page.tsx'
import classes from './course-page.module.css'
import { toCourses } from './to-courses.ts'

export function CourseSkeleton() {
  return (
    <Page title="Carregando o curso" back={toCourses} isLoading>
      <div role="status" aria-busy="true" aria-label="Carregando o curso">
        <Skeleton className={classes.banner} mb="xl" style={{ aspectRatio: '29 / 9' }} height="auto" />
        <div className={classes.columns}>
          <div className={classes.start}>
            <Skeleton height={12} />
            <Skeleton height={42} />
          </div>
          <div className={classes.modules}>
            {[0, 1, 2].map((module) => (
              <Skeleton key={module} height={52} radius="md" mb="sm" />
            ))}
          </div>
        </div>
      </div>
    </Page>
  )
}
