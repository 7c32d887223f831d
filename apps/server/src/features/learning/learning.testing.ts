import { learning } from '@escola/contract/learning.contract'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'

export type LearningSchool = Awaited<ReturnType<typeof makeLearningSchool>>

/** A school with a course of three lessons in two modules, a class that opens it, and a student in that class. */
export async function makeLearningSchool() {
  const { makeSchool } = await world()
  const school = await makeSchool('Aprendizado')
  const course = await school.make.course({ modules: [2, 1] })
  const cohort = await school.make.cohort({ courses: [course] })
  await school.make.enrollment(cohort, school.student)
  return { school, course, cohort, student: school.student }
}

/** Says of one lesson, by its place in the course, whether it is complete. */
export const markLesson = async ({ course }: LearningSchool, as: Person, lesson: number, isComplete = true) => {
  const { call } = await world()
  const contentId = course.lessons[lesson]!.id
  return call(learning.complete, {
    as,
    body: { contentId, degreeId: course.id, userDegree: { metadata: { content: { [contentId]: { isComplete } } } } },
  })
}

export const certificatesOf = ({ school, student }: LearningSchool) =>
  school.tx((db) => db.selectFrom('certificates').selectAll().where('user_id', '=', student.userId).execute())
