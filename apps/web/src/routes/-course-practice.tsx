import type { StudentDegree } from '@escola/contract/learning.contract'
import { lazyRouteComponent } from '@tanstack/react-router'
import { Suspense } from 'react'

const CoursePractice = lazyRouteComponent(() => import('../features/practice/course-practice.tsx'), 'CoursePractice')

/** Shows the practice of a course; one without an assessment loads nothing of it. */
export const renderPracticeOf = ({ id, link, modules }: StudentDegree) =>
  modules.some(({ content }) => content.some(({ assessment }) => assessment !== undefined)) && (
    <Suspense>
      <CoursePractice key={link} degreeId={id} link={link} />
    </Suspense>
  )
