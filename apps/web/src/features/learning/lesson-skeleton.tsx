import { Skeleton } from '@mantine/core'
import classes from './lesson-page.module.css'
import { LessonVideoSkeleton } from './lesson-video.tsx'

export function LessonSkeleton() {
  return (
    <div className={classes.page} role="status" aria-busy="true" aria-label="Carregando a aula">
      <Skeleton height={24} width="min(60%, 20rem)" my="md" />
      <LessonVideoSkeleton />
      <Skeleton height={30} width="min(80%, 28rem)" my="md" />
      <Skeleton height={42} radius="md" />
    </div>
  )
}
