import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { lockedUntil } from './dripping.service.ts'
import { openingsOf } from './student-degree.ts'
import { openStudyOf, type StudyTools } from './study.ts'

/** Openings of each module for one student, as administrators see them. */
export async function listStudentOpenings(
  school: School,
  { userId, courseId }: { userId: string; courseId: string },
  tools: StudyTools & Clock,
) {
  const study = await openStudyOf(school, userId, { id: courseId }, tools)
  const openings = openingsOf(study)
  const opened = study.dates.filter(({ openedOn }) => openedOn !== null)
  const now = tools.now()
  /** Whether it was opened by hand: for the student, or for a class of theirs. */
  const findOpenings = (moduleId: string | null) => {
    const found = opened.filter((date) => date.moduleId === moduleId)
    return {
      forStudent: found.some(({ cohortId }) => cohortId === null),
      forCohort: found.some((date) => date.cohortId),
    }
  }
  return {
    ...findOpenings(null),
    modules: study.outline.modules.map(({ id, title }, position) => ({
      id,
      title,
      lockedUntil: lockedUntil(openings[position] ?? null, now),
      ...findOpenings(id),
    })),
  }
}
