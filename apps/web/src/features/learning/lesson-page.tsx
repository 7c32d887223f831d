import type { StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { ApiError } from '../../api/client.ts'
import { useSchool } from '../../session/context.ts'
import { ErrorState } from '../../ui/error-state.tsx'
import { notifyError } from '../../ui/notify.ts'
import { Page, useDocumentTitle } from '../../ui/page.tsx'
import { type DegreeAnswer, forgetCourse, learningQueries } from './learning.queries.ts'
import { LessonActions } from './lesson-actions.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { useLessonMarks } from './lesson-marks.ts'
import { LessonMaterials } from './lesson-materials.tsx'
import { LessonMenu } from './lesson-menu.tsx'
import { lessonsOf, neighbours, withMarks } from './lesson-order.ts'
import classes from './lesson-page.module.css'
import { LessonSkeleton } from './lesson-skeleton.tsx'
import { LessonVideo, LessonVideoSkeleton } from './lesson-video.tsx'
import { useModuleMenu } from './module-menu.ts'

interface Props {
  link: string
  classLink: string
}

/** A lesson as its student sees it: the video, wide, with the module list beside it and everything else below. */
export function StudentLessonPage({ link, classLink }: Props) {
  const school = useSchool()
  const client = useQueryClient()
  const { data, error, refetch, isFetching, isPlaceholderData } = useQuery({
    ...learningQueries.lesson(school.id, link, classLink),
    // The module list stays while the next lesson comes.
    placeholderData: (before) => {
      const degree =
        before?.degree.link === link
          ? before.degree
          : client.getQueryData(learningQueries.course(school.id, link).queryKey)?.degree
      return degree && { degree, content: null }
    },
  })
  const isMissing = data !== undefined && !isPlaceholderData && data.content === null
  // What was refused before may be granted now.
  useLeaveOnFailure(link, isFetching ? null : error, isMissing)
  usePrefetchNext(data, classLink)
  const { unsent } = useLessonMarks()

  if (error instanceof ApiError && error.status === 0 && !data) {
    return (
      <Page title="Aula" back={{ to: '/c/$link', params: { link }, search: true, label: 'Voltar para o curso' }}>
        <ErrorState error={error} onRetry={() => void refetch()} />
      </Page>
    )
  }
  if (!data || isMissing) return <LessonSkeleton link={link} />
  return <Lesson {...withMarks(data, unsent)} classLink={classLink} />
}

/** A missing lesson leads home; what the server refuses is shown and leads to the course (part 2 §8). */
function useLeaveOnFailure(link: string, error: unknown, isMissing: boolean) {
  const { id: schoolId } = useSchool()
  const client = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    if (error instanceof ApiError && error.leavesPage) return
    if (isMissing || (error instanceof ApiError && error.status === 404)) {
      const isCourse = error instanceof ApiError && error.code === 'degree_not_found'
      notifyError(isCourse ? error : new ApiError(404, { code: 'not_found', message: 'Aula não encontrada' }))
      void navigate({ to: '/', replace: true })
    } else if (error instanceof ApiError && error.status !== 0) {
      // The course page says by itself that access is not permitted.
      if (error.code === 'degree_forbidden') forgetCourse(client, schoolId, link)
      else notifyError(error)
      void navigate({ to: '/c/$link', params: { link }, search: true, replace: true })
    }
  }, [link, error, isMissing, schoolId, client, navigate])
}

interface LessonProps {
  degree: StudentDegree
  content: StudentContent | null
  classLink: string
}

function Lesson({ degree, content, classLink }: LessonProps) {
  const menu = useModuleMenu()
  const summary = lessonsOf(degree).find((each) => each.link === classLink)
  const title = content?.title ?? summary?.title ?? ''
  useDocumentTitle(`${title} · ${degree.title}`)
  return (
    <div className={classes.page}>
      <LessonBar link={degree.link} degree={degree} menu={menu} />
      <div className={classes.columns} data-menu={menu.isOpen || undefined}>
        <div className={classes.main}>
          {content ? <LessonVideo key={content.id} content={content} /> : summary?.has_media && <LessonVideoSkeleton />}
          <h1 className={classes.title}>{title}</h1>
          <LessonActions key={classLink} degree={degree} content={content} classLink={classLink} />
        </div>
        {menu.isOpen && <LessonMenu id={menu.id} className={classes.menu} degree={degree} currentLink={classLink} />}
        <div className={classes.below}>{content && <LessonMaterials content={content} />}</div>
      </div>
    </div>
  )
}

/** The next lesson is fetched while this one is watched, as soon as the school knows that it may be opened. */
function usePrefetchNext(answer: DegreeAnswer | undefined, classLink: string) {
  const school = useSchool()
  const client = useQueryClient()
  const next = answer && neighbours(answer.degree, classLink).next
  const mayOpen = answer?.content?.isComplete || school.role.includes('admin')
  const degreeLink = answer?.degree.link
  const nextLink = mayOpen && next && !next.dripped ? next.link : undefined
  useEffect(() => {
    if (degreeLink && nextLink) void client.prefetchQuery(learningQueries.lesson(school.id, degreeLink, nextLink))
  }, [client, school.id, degreeLink, nextLink])
}
