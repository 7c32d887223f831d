import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiError } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { PageError } from '../../ui/loading/page-error.tsx'
import { forgetCourse, learningQueries } from './learning.queries.ts'
import { Leaving } from './leaving.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { LessonSkeleton } from './lesson-skeleton.tsx'

const missing = new ApiError(404, { code: 'not_found', message: 'Aula não encontrada' })

/** Stands in place of a lesson: a missing one leads home; a refusal is shown and leads to the course (part 2 §8). */
export function LessonError({ error, link, classLink }: { error: unknown; link: string; classLink?: string }) {
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
  if (error.code === 'degree_lesson_held') return <Held error={error} link={link} classLink={classLink} />
  return <Refused error={error} link={link} />
}

/** Leads to the lesson that is to be done first. */
function Held({ error, link, classLink }: { error: ApiError; link: string; classLink: string | undefined }) {
  const { id: schoolId } = useSchool()
  const { data, isFetching } = useQuery({ ...learningQueries.course(schoolId, link), staleTime: 0 })
  if (isFetching) return <LessonSkeleton link={link} />
  const next = data?.degree.nextContentLink
  const to =
    next && next !== classLink
      ? ({ to: '/c/$link/$classLink', params: { link, classLink: next }, search: true } as const)
      : ({ to: '/c/$link', params: { link }, search: true } as const)
  return (
    <Leaving error={error} to={to}>
      <LessonSkeleton link={link} />
    </Leaving>
  )
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
