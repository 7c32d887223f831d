import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { PageError } from '../../ui/loading/page-error.tsx'
import { forgetCourse } from './learning.queries.ts'
import { Leaving } from './leaving.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { LessonSkeleton } from './lesson-skeleton.tsx'

const missing = new ApiError(404, { code: 'not_found', message: 'Aula não encontrada' })

/** Stands in place of a lesson: a missing one leads home; a refusal is shown and leads to the course (part 2 §8). */
export function LessonError({ error, link }: { error: unknown; link: string }) {
  if (!(error instanceof ApiError) || error.leavesPage || error.status === 0) {
    return (
      <>
        <LessonBar link={link} />
        <PageError error={error} />
      </>
    )
  }
  if (error.status === 404) {
    return (
      <Leaving error={error.code === 'degree_not_found' ? error : missing} to={{ to: '/' }}>
        <LessonSkeleton link={link} />
      </Leaving>
    )
  }
  return <Refused error={error} link={link} />
}

function Refused({ error, link }: { error: ApiError; link: string }) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  // The course page says by itself that access is not permitted.
  const isShut = error.code === 'degree_forbidden'
  useEffect(() => {
    if (isShut) forgetCourse(client, schoolId, link)
  }, [isShut, client, schoolId, link])
  return (
    <Leaving error={isShut ? undefined : error} to={{ to: '/c/$link', params: { link }, search: true }}>
      <LessonSkeleton link={link} />
    </Leaving>
  )
}
