import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

const LessonExam = lazyRouteComponent(() => import('../features/exam-attempts/lesson-exam.tsx'), 'LessonExam')

/** Shows the assessment of a lesson; a lesson without one loads nothing of it. */
export const renderExamOf = (lesson: { link: string; classLink: string }) => (contentId: string, degreeId: string) => (
  <Suspense>
    <LessonExam key={contentId} contentId={contentId} degreeId={degreeId} lesson={lesson} />
  </Suspense>
)
