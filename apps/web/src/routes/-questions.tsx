import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense, useEffect, useRef, useState } from 'react'

const LessonQuestions = lazyRouteComponent(() => import('../features/threads/lesson-questions.tsx'), 'LessonQuestions')

/** Questions of a lesson, fetched once their place is scrolled into view: the lesson is there without them. */
export function Questions(lesson: { degreeLink: string; contentLink: string; isStudied: boolean }) {
  const place = useRef<HTMLDivElement>(null)
  const [isDue, setDue] = useState(false)
  useEffect(() => {
    // A busy page hears of several changes at once, the oldest first, and of none again.
    const observer = new IntersectionObserver((entries) => {
      if (entries.some((entry) => entry.isIntersecting)) setDue(true)
    })
    observer.observe(place.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <div ref={place} style={{ minHeight: '6rem' }}>
      <Suspense>{isDue && <LessonQuestions {...lesson} />}</Suspense>
    </div>
  )
}
