import type { StudentContent, StudentDegree } from '@escola/contract/learning.contract'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useSchool } from '../../session/context.ts'
import { useIsAuthor } from '../../session/rights.ts'
import { useDocumentTitle } from '../../ui/page.tsx'
import { fetchLessonAhead, getCachedDegree, learningQueries, useLearning } from './learning.queries.ts'
import { examPlace, LessonActions } from './lesson-actions.tsx'
import { LessonBar } from './lesson-bar.tsx'
import { useLessonMarks } from './lesson-marks.ts'
import { LessonMaterials } from './lesson-materials.tsx'
import { LessonMenu } from './lesson-menu.tsx'
import { type DegreeAnswer, findNeighbours, isShut, lessonsOf, withMarks } from './lesson-order.ts'
import classes from './lesson-page.module.css'
import { LessonSkeleton } from './lesson-skeleton.tsx'
import { LessonVideo, LessonVideoSkeleton } from './lesson-video.tsx'
import { useModuleMenu } from './module-menu.ts'

interface Props {
  link: string
  classLink: string
  /** Questions below the lesson, if its course takes them. */
  questions?: ReactNode
  /** Assessment of the lesson with this id, if it has one. */
  renderExam?: (contentId: string, degreeId: string) => ReactNode
}

/** A lesson as its student sees it: the video, wide, with the module list beside it and everything else below. */
export function StudentLessonPage({ link, classLink, ...below }: Props) {
  const school = useSchool()
  const answer = useLearning(learningQueries.lesson(school.id, link, classLink))
  usePrefetchNext(answer, classLink)
  const { unsent } = useLessonMarks()
  return <LessonView {...withMarks(answer, unsent)} classLink={classLink} {...below} />
}

/** Placeholder of a lesson that loads: the module list of its course stays. */
export function StudentLessonPending({ link, classLink }: Props) {
  const school = useSchool()
  const degree = getCachedDegree(useQueryClient(), school.id, link)
  const { unsent } = useLessonMarks()
  if (!degree) return <LessonSkeleton link={link} />
  return <LessonView degree={withMarks({ degree }, unsent).degree} content={null} classLink={classLink} />
}

interface LessonProps extends Pick<Props, 'classLink' | 'questions' | 'renderExam'> {
  degree: StudentDegree
  content: StudentContent | null
  /** Another user looks: the lesson is neither marked nor kept. */
  isReadOnly?: boolean
}

export function LessonView({ degree, content, classLink, questions, renderExam, isReadOnly = false }: LessonProps) {
  const menu = useModuleMenu()
  const summary = lessonsOf(degree).find((each) => each.link === classLink)
  const title = content?.title ?? summary?.title ?? ''
  useDocumentTitle(`${title} · ${degree.title}`)
  return (
    <div className={classes.page}>
      <LessonBar link={degree.link} degree={degree} menu={menu} />
      <div className={classes.columns} data-menu={menu.isOpen || undefined}>
        <div className={classes.main}>
          {content ? (
            <LessonVideo key={content.id} degree={degree} content={content} />
          ) : (
            summary?.has_media && <LessonVideoSkeleton />
          )}
          <h1 className={classes.title}>{title}</h1>
          {!isReadOnly && <LessonActions key={classLink} degree={degree} content={content} classLink={classLink} />}
        </div>
        {menu.isOpen && <LessonMenu id={menu.id} className={classes.menu} degree={degree} currentLink={classLink} />}
        <div className={classes.below}>
          {content && <LessonMaterials content={content} />}
          {summary?.assessment && (
            <div id={examPlace} tabIndex={-1} className={classes.exam}>
              {content && renderExam?.(content.id, degree.id)}
            </div>
          )}
          {content && degree.has_comments && questions}
        </div>
      </div>
    </div>
  )
}

/** Fetches the next lesson while this one is watched, as soon as the school says that it may be opened. */
function usePrefetchNext(answer: DegreeAnswer | undefined, classLink: string) {
  const school = useSchool()
  const isAuthor = useIsAuthor(answer?.degree.id ?? '')
  const client = useQueryClient()
  const next = answer && findNeighbours(answer.degree, classLink).next
  const mayOpen = answer?.content?.isComplete || isAuthor
  const degreeLink = answer?.degree.link
  const nextLink = mayOpen && next && !isShut(next) ? next.link : undefined
  useEffect(() => {
    if (degreeLink && nextLink) void fetchLessonAhead(client, school.id, degreeLink, nextLink)
  }, [client, school.id, degreeLink, nextLink])
}
