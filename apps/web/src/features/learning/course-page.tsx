import type { StudentContentSummary, StudentDegree } from '@escola/contract/learning.contract'
import { countOf, studyMessages } from '@escola/contract/messages'
import { isEmptyRichText } from '@escola/contract/rich-text'
import { Button } from '@mantine/core'
import { IconClock, IconPlayerPlayFilled, IconTrophy } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useSchool, useViewRole } from '../../session/context.ts'
import { useIsAuthor } from '../../session/rights.ts'
import { AssistantHint } from '../../ui/assistant-hint.tsx'
import { Cover } from '../../ui/courses/cover.tsx'
import { Page, type PageProps } from '../../ui/page.tsx'
import { CourseProgress } from '../../ui/progress.tsx'
import { RichText } from '../../ui/rich-text/rich-text.tsx'
import { BookmarkButton } from './bookmark-button.tsx'
import { CourseCertificate } from './course-certificate.tsx'
import classes from './course-page.module.css'
import { DripCountdown } from './drip-countdown.tsx'
import { learningQueries, useLearning } from './learning.queries.ts'
import { useLessonMarks } from './lesson-marks.ts'
import { findHolder, isDone, lessonsOf, withMarks } from './lesson-order.ts'
import { ModuleList } from './module-list.tsx'
import { toCourses } from './to-courses.ts'

export interface CoursePageProps {
  link: string
  /** Shows the practice of the course. */
  renderPractice: (degree: StudentDegree) => ReactNode
}

/** A course as its student sees it. */
export function StudentCoursePage({ link, renderPractice }: CoursePageProps) {
  const school = useSchool()
  const answer = useLearning(learningQueries.course(school.id, link))
  const { unsent } = useLessonMarks()
  const { degree } = withMarks(answer, unsent)
  return <CourseView degree={degree} practice={renderPractice(degree)} />
}

interface ViewProps {
  degree: StudentDegree
  /** Way back, where it is not to the user's own courses. */
  back?: PageProps['back']
  /** Practice of the course, for its student. */
  practice?: ReactNode
  /** Another user looks: nothing of their own stands beside the course. */
  isReadOnly?: boolean
}

export function CourseView({ degree, back = toCourses, practice, isReadOnly = false }: ViewProps) {
  const lessons = lessonsOf(degree)
  const isStudent = useViewRole() !== 'visitor' && !useIsAuthor(degree.id)
  return (
    <Page
      title={degree.title}
      back={back}
      actions={isStudent && <BookmarkButton degreeId={degree.id} contentId={null} />}
    >
      <div className={classes.banner}>
        <Cover src={degree.img_wide_url} title={degree.title} sizes="(max-width: 1240px) 100vw, 1240px" eager />
      </div>
      <div className={classes.columns}>
        <div className={classes.start}>
          <CourseProgress value={degree.progress} />
          <CourseActions degree={degree} isReadOnly={isReadOnly} />
          {practice}
          <p className={classes.facts}>
            {degree.workload_hours > 0 && (
              <span>
                <IconClock size={16} aria-hidden /> {degree.workload_hours_pretty}
              </span>
            )}
            <span>
              {lessons.length} {lessons.length === 1 ? 'aula' : 'aulas'}
            </span>
          </p>
        </div>
        <section className={classes.modules} aria-label="Aulas do curso">
          {lessons.length > 0 ? (
            <ModuleList key={degree.id} degree={degree} />
          ) : (
            <p>As aulas deste curso chegam em breve.</p>
          )}
        </section>
        {(degree.description_title || !isEmptyRichText(degree.description)) && (
          <section className={classes.about}>
            {degree.description_title && <h2>{degree.description_title}</h2>}
            {!isEmptyRichText(degree.description) && <RichText html={degree.description} />}
          </section>
        )}
      </div>
    </Page>
  )
}

function CourseActions({ degree, isReadOnly }: { degree: StudentDegree; isReadOnly: boolean }) {
  const lessons = lessonsOf(degree)
  const next = lessons.find((lesson) => lesson.link === degree.nextContentLink)
  if (isDone(degree)) {
    return (
      <>
        <AssistantHint>
          Parabéns! Você chegou ao fim deste curso. As aulas continuam aqui quando quiser rever.
        </AssistantHint>
        <div className={classes.actions}>
          <p className={classes.done}>
            <IconTrophy size={20} aria-hidden /> {studyMessages.courseDone}
          </p>
          {!isReadOnly && <CourseCertificate degree={degree} />}
        </div>
      </>
    )
  }
  return (
    <>
      {degree.newContents > 0 ? (
        <SinceCompletion degree={degree} isReadOnly={isReadOnly} />
      ) : (
        degree.certificate && <CourseCertificate degree={degree} />
      )}
      {next && <NextLesson degree={degree} next={next} />}
    </>
  )
}

/** The course has grown: what the student has earned stays theirs. */
function SinceCompletion({ degree, isReadOnly }: { degree: StudentDegree; isReadOnly: boolean }) {
  return (
    <div className={classes.actions}>
      <p className={classes.done}>
        <IconTrophy size={20} aria-hidden />
        {countOf(degree.newContents, 'aula nova', 'aulas novas')} desde que você concluiu
      </p>
      {!isReadOnly && <CourseCertificate degree={degree} />}
    </div>
  )
}

function NextLesson({ degree, next }: { degree: StudentDegree; next: StudentContentSummary }) {
  const holder = findHolder(degree, next)
  if (holder !== undefined) {
    return (
      <p className={classes.waiting}>
        Próxima aula: {next.title}. {studyMessages.opensAfter(holder)}
      </p>
    )
  }
  if (next.dripped && next.availableWhen) {
    return (
      <p className={classes.waiting}>
        Próxima aula: {next.title}. <DripCountdown availableWhen={next.availableWhen} />
      </p>
    )
  }
  const hasStarted = lessonsOf(degree).some((lesson) => lesson.isComplete)
  return (
    <Button
      size="md"
      className={classes.action}
      leftSection={<IconPlayerPlayFilled size={16} aria-hidden />}
      renderRoot={(props) => (
        <Link to="/c/$link/$classLink" params={{ link: degree.link, classLink: next.link }} search={true} {...props} />
      )}
    >
      {hasStarted ? studyMessages.courseContinue : studyMessages.courseStart}
    </Button>
  )
}
