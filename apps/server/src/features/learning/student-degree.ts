import type { StudentDegree } from '@escola/contract/learning.contract'
import { formatWorkload } from '@escola/contract/text'
import { imageUrl } from '../../files/image-url.ts'
import { moduleOpenings } from './dripping.ts'
import type { StudyRow } from './learning.queries.ts'
import { progressText } from './progress.ts'

/** A course as its student sees it at that moment. */
export function degreeOf(schoolId: string, study: StudyRow, now: Date): StudentDegree {
  const openings = moduleOpenings(
    {
      noDripping: study.no_dripping,
      what: study.dripping_what,
      when: study.dripping_when,
      enrolledOn: study.first_enrolled_on,
      cohortCreatedOn: study.first_cohort_created_on,
    },
    study.modules,
  )
  const modules = study.modules.map((module, position) => {
    const opens = openings[position]
    const isLocked = opens != null && opens > now
    return {
      id: module.id,
      title: module.title,
      content: module.lessons.map(({ duration, ...lesson }) => {
        const dripped = isLocked && !lesson.isComplete
        return {
          ...lesson,
          main_media_duration: duration,
          dripped,
          availableWhen: dripped ? opens.toISOString() : null,
        }
      }),
    }
  })
  const lessons = modules.flatMap((module) => module.content)
  const next = lessons.find((lesson) => !lesson.isComplete) ?? lessons[0]
  return {
    id: study.id,
    link: study.link,
    title: study.title,
    description_title: study.description_title,
    description: study.description,
    workload_hours: study.workload_minutes,
    workload_hours_pretty: formatWorkload(study.workload_minutes),
    img_wide_url: imageUrl(schoolId, study.cover_key),
    has_comments: study.has_comments,
    modules,
    progress: progressText(lessons.filter((lesson) => lesson.isComplete).length, lessons.length),
    nextContentLink: next?.link ?? null,
    certificate: study.certificate,
  }
}
