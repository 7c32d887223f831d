import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../ui/part.ts'

const LessonQuestions = lazyRouteComponent(() => import('../features/threads/lesson-questions.tsx'), 'LessonQuestions')

/** Comes once the lesson is there and the page has nothing else to do. */
export function Questions(lesson: { degreeLink: string; contentLink: string }) {
  const [isDue, setDue] = useState(false)
  useEffect(() => whenIdle(async () => setDue(true)), [])
  return <Suspense>{isDue && <LessonQuestions {...lesson} />}</Suspense>
}
