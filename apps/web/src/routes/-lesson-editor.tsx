import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { LessonEditorPage } from '../features/courses/lesson-editor/lesson-editor-page.tsx'

/** The player that watches a lesson's video for students also tells its author how long it is. */
const loadSteer = async () => (await import('../features/learning/player/player-panel.tsx')).createPlayer
const ExamSection = lazy(() => import('../features/exams/exam-section.tsx'))

export const LessonEditor = (lesson: { link: string; classLink: string }) => (
  <LessonEditorPage
    {...lesson}
    loadSteer={loadSteer}
    renderExam={(part) => (
      <Suspense fallback={<Skeleton height={120} />}>
        <ExamSection key={part.lessonId} {...part} />
      </Suspense>
    )}
  />
)
