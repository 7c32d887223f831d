import { Skeleton, VisuallyHidden } from '@mantine/core'
import { useDocumentTitle } from '../../ui/page.tsx'
import { LessonBar } from './lesson-bar.tsx'
import classes from './lesson-page.module.css'
import { LessonVideoSkeleton } from './lesson-video.tsx'

export function LessonSkeleton({ link }: { link: string }) {
  useDocumentTitle('Carregando a aula')
  return (
    <div className={classes.page}>
      <LessonBar link={link} />
      <VisuallyHidden component="h1">Carregando a aula</VisuallyHidden>
      <div role="status" aria-busy="true" aria-label="Carregando a aula">
        <LessonVideoSkeleton />
        <Skeleton height={30} width="min(80%, 28rem)" my="md" />
        <Skeleton height={42} radius="md" />
      </div>
    </div>
  )
}
