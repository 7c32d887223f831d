import { bookmarks } from '@escola/contract/bookmarks.contract'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { learning } from '@escola/contract/learning.contract'
import type { TeamRole } from '@escola/contract/permissions'
import { practice } from '@escola/contract/practice.contract'
import { search } from '@escola/contract/search.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'
import { type ExamSchool, makeExamSchool } from '../exam-attempts/exam-attempts.testing.ts'

let w: World
let own: ExamSchool
let title: string
beforeAll(async () => {
  w = await world()
  own = await makeExamSchool()
  title = 'Levain'
  await own.school.tx((db) => db.updateTable('courses').set({ title }).where('id', '=', own.course.id).execute())
})

const codeOf = ({ status, error }: { status: number; error?: { code: string } }) => (status < 300 ? 'ok' : error!.code)

/** Answers to the person on every way to the course. */
async function waysOf(as: Person) {
  const { course, examId } = own
  const [first, second] = course.lessons
  const params = { degreeLink: course.link, schoolId: own.school.id }
  const metadata = { content: { [second!.id]: { isComplete: true } } }
  const position = { contentId: second!.id, degreeId: course.id, position: 1, secondsAgo: 0 }
  expect(examId).toBeDefined()
  const called = {
    lesson: await w.call(learning.lesson, { as, params, body: { classLink: first!.link } }),
    complete: await w.call(learning.complete, {
      as,
      body: { contentId: second!.id, degreeId: course.id, userDegree: { metadata } },
    }),
    position: await w.call(learning.savePosition, { as, body: position }),
    bookmark: await w.call(bookmarks.save, {
      as,
      body: { degreeId: course.id, contentId: second!.id, isBookmark: true },
    }),
    exam: await w.call(examAttempts.state, { as, params: { contentId: first!.id } }),
    attempt: await w.call(examAttempts.begin, { as, params: { contentId: first!.id } }),
    practice: await w.call(practice.begin, { as, params }),
  }
  const { body } = await w.call(learning.home, { as })
  const card = body.categories.flatMap(({ degrees }) => degrees).find(({ id }) => id === course.id)
  const found = await w.call(search.everything, { as, query: { q: title, view: 'student' } })
  return {
    ...Object.fromEntries(Object.entries(called).map(([way, answer]) => [way, codeOf(answer)])),
    isOpen: card!.state !== 'locked',
    isFound: found.body.degrees.length > 0,
  }
}

const same = (code: string) => ({
  complete: code,
  position: code,
  bookmark: code,
  exam: code,
  attempt: code,
  practice: code,
})
const expected = {
  passes: { lesson: 'ok', ...same('students_only'), isOpen: true, isFound: true },
  studies: { lesson: 'ok', ...same('ok'), isOpen: true, isFound: true },
  outside: { lesson: 'degree_forbidden', ...same('degree_forbidden'), isOpen: false, isFound: false },
}
type Outcome = keyof typeof expected
const cases: [roles: TeamRole[], courses: 'none' | 'own' | 'another', without: Outcome, within: Outcome][] = [
  [['owner'], 'none', 'passes', 'passes'],
  [['administrator'], 'none', 'passes', 'passes'],
  [['teacher'], 'none', 'passes', 'passes'],
  [['course_teacher'], 'own', 'passes', 'passes'],
  [['course_teacher'], 'another', 'outside', 'studies'],
  [['moderator'], 'none', 'outside', 'studies'],
  [['attendant'], 'none', 'outside', 'studies'],
  [['treasurer'], 'none', 'outside', 'studies'],
  [['attendant', 'course_teacher'], 'own', 'passes', 'passes'],
]
const each = cases.flatMap(([roles, courses, without, within]) => [
  { roles, courses, grant: 'without', outcome: without },
  { roles, courses, grant: 'with', outcome: within },
])

it.for(each)('$roles ($courses course, $grant a class): $outcome', async ({ roles, courses, grant, outcome }) => {
  const { school, course } = own
  const chosen = courses === 'none' ? [] : [courses === 'own' ? course : await school.make.course()]
  const person = await school.makeTeamMember({ roles, courseIds: chosen.map(({ id }) => id), isStudent: true })
  await school.tx((db) => db.updateTable('memberships').set({ was_in_public_cohort: true }).execute())
  if (grant === 'with') await school.make.enrollment(await school.make.cohort({ courses: [course] }), person)
  expect(await waysOf(person)).toEqual(expected[outcome])
})
