import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'

const LessonQuestions = lazyRouteComponent(() => import('../features/threads/lesson-questions.tsx'), 'LessonQuestions')

/** Comes once it is looked at: a lesson is there without it. */
export function Questions(lesson: { degreeLink: string; contentLink: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    const seen = new IntersectionObserver(([entry]) => entry?.isIntersecting && setDue(true))
    seen.observe(place.current!)
    return () => seen.disconnect()
  }, [])
  return (
    <div ref={place} style={{ minHeight: '6rem' }}>
      <Suspense>{isDue && <LessonQuestions {...lesson} />}</Suspense>
    </div>
  )
}
