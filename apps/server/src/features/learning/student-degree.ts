import type { StudentDegree } from '@escola/contract/learning.contract'
import { formatWorkload } from '@escola/contract/text'
import { AppError, notFound } from '../../core/app-error.ts'
import { imageUrl } from '../../files/image-url.ts'
import { moduleOpenings } from './dripping.ts'
import { progressText } from './progress.service.ts'
import type { Study } from './study.ts'

/** A course as its student sees it at that moment. */
export function toWireCourse(schoolId: string, study: Study, now: Date): StudentDegree {
  const { outline } = study
  const finished = new Set(study.completed)
  const openings = moduleOpenings(
    {
      noDripping: study.waitsForNothing,
      what: outline.dripping_what,
      when: outline.dripping_when,
      enrolledOn: study.first_enrolled_on,
      cohortCreatedOn: study.first_cohort_created_on,
    },
    outline.modules,
  )
  const modules = outline.modules.map((module, position) => {
    const opens = openings[position] ?? null
    const isLocked = opens !== null && opens > now
    return {
      id: module.id,
      title: module.title,
      content: module.lessons.map((lesson) => {
        const isComplete = finished.has(lesson.id)
        const dripped = isLocked && !isComplete
        return {
          id: lesson.id,
          link: lesson.link,
          title: lesson.title,
          has_media: lesson.hasMedia,
          main_media_duration: lesson.duration,
          isComplete,
          dripped,
          availableWhen: dripped ? opens.toISOString() : null,
        }
      }),
    }
  })
  const lessons = modules.flatMap((module) => module.content)
  const next = lessons.find((lesson) => !lesson.isComplete) ?? lessons[0]
  return {
    id: outline.id,
    link: outline.link,
    title: outline.title,
    description_title: outline.description_title,
    description: outline.description,
    workload_hours: outline.workload_minutes,
    workload_hours_pretty: formatWorkload(outline.workload_minutes),
    img_wide_url: imageUrl(schoolId, outline.cover_key),
    has_comments: outline.has_comments,
    modules,
    progress: progressText(lessons.filter((lesson) => lesson.isComplete).length, lessons.length),
    nextContentLink: next?.link ?? null,
    certificate: study.certificate,
    newContents: countNew(study, finished),
  }
}

/** What came after the course was completed; a lesson that was taken back is no news. */
const countNew = ({ completed_on, outline }: Study, finished: ReadonlySet<string>) =>
  completed_on === null
    ? 0
    : outline.modules
        .flatMap((module) => module.lessons)
        .filter(({ id, publishedOn }) => !finished.has(id) && new Date(publishedOn) > completed_on).length

/** One of its lessons, if it is there and open. */
export function openLesson(degree: StudentDegree, isIt: (lesson: { id: string; link: string }) => boolean) {
  const lesson = degree.modules.flatMap((module) => module.content).find(isIt)
  if (!lesson) throw notFound()
  if (lesson.dripped) throw new AppError('degree_lesson_locked')
  return lesson
}
