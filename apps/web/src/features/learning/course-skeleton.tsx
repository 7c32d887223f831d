import { Skeleton } from '@mantine/core'
import classes from './course-page.module.css'

export function CourseSkeleton() {
  return (
    <div role="status" aria-busy="true" aria-label="Carregando o curso">
      <Skeleton height={34} width="min(60%, 24rem)" mb="lg" />
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
  )
}
