import { newExamSettings } from '@escola/contract/exam-plan'
import { learning } from '@escola/contract/learning.contract'
import { studentViews } from '@escola/contract/student-views.contract'
import { dayAfter, dayOf } from '@escola/contract/time'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'

/** Lessons of the table, in their order: the last two are of a module that opens after a week. */
const lessons = [
  { name: 'open, nothing asked', mustPass: false, isPrivate: false },
  { name: 'open, must be passed', mustPass: true, isPrivate: false },
  { name: 'open, private, must be passed', mustPass: true, isPrivate: true },
  { name: 'dripped, must be passed', mustPass: true, isPrivate: false },
  { name: 'dripped, private, must be passed', mustPass: true, isPrivate: true },
]

/** Events before the student asks, alike for all lessons. */
type Before = 'nothing' | 'passed' | 'completed' | 'completed and taken back'
interface Case {
  who: string
  cohort: 'own' | 'public' | 'none'
  before?: Before
  isAdmin?: true
  /** The administrator looks at the student's page as it is after the module's day. */
  isPreview?: true
  /** Answers to opening each lesson, and then to completing it. */
  expected: string[]
}

const open = 'ok, ok'
const mustPass = 'ok, assessment_needed'
const locked = 'degree_lesson_locked, degree_lesson_locked'
const restricted = 'degree_lesson_restricted, degree_lesson_restricted'
const none = 'degree_forbidden, degree_forbidden'

it.each<Case>([
  { who: 'a student', cohort: 'own', expected: [open, mustPass, mustPass, locked, locked] },
  { who: 'a student', cohort: 'public', expected: [open, mustPass, restricted, locked, restricted] },
  { who: 'a student without a class', cohort: 'none', expected: [none, none, none, none, none] },
  { who: 'a student', cohort: 'own', before: 'passed', expected: [open, open, open, locked, locked] },
  { who: 'a student', cohort: 'public', before: 'passed', expected: [open, open, restricted, locked, restricted] },
  { who: 'a student', cohort: 'own', before: 'completed', expected: [open, open, open, open, open] },
  { who: 'a student', cohort: 'public', before: 'completed', expected: [open, open, restricted, open, restricted] },
  {
    who: 'a student',
    cohort: 'own',
    before: 'completed and taken back',
    expected: [open, mustPass, mustPass, mustPass, mustPass],
  },
  {
    who: 'a student',
    cohort: 'public',
    before: 'completed and taken back',
    expected: [open, mustPass, restricted, mustPass, restricted],
  },
  {
    who: 'an administrator',
    cohort: 'none',
    isAdmin: true,
    expected: lessons.map(() => 'ok, students_only'),
  },
  { who: 'a student, looked at on a day to come,', cohort: 'own', isPreview: true, expected: lessons.map(() => 'ok') },
  {
    who: 'a student, looked at on a day to come,',
    cohort: 'public',
    isPreview: true,
    expected: ['ok', 'ok', 'degree_lesson_restricted', 'ok', 'degree_lesson_restricted'],
  },
])(
  'lets $who ($cohort class, before: $before) open and complete what the table says',
  async ({ expected, ...given }) => {
    const { school, course, person } = await makeCase(given)
    const { call } = await world()
    const as = given.isAdmin || given.isPreview ? school.admin : person
    const answers: string[] = []
    for (const { id, link } of course.lessons) {
      const contentId = id
      if (given.isPreview) {
        const params = { link: await linkOf(school, person), degreeLink: course.link, lessonLink: link }
        const at = dayAfter(dayOf(new Date()), 9)
        answers.push(codeOf(await call(studentViews.lesson, { as, params, query: { at } })))
        continue
      }
      const opened = await call(learning.lesson, { as, params: { degreeLink: course.link }, body: { classLink: link } })
      const userDegree = { metadata: { content: { [contentId]: { isComplete: true } } } }
      const completed = await call(learning.complete, { as, body: { contentId, degreeId: course.id, userDegree } })
      answers.push(`${codeOf(opened)}, ${codeOf(completed)}`)
    }
    const named = (codes: string[]) => Object.fromEntries(codes.map((code, at) => [lessons[at]!.name, code]))
    expect(named(answers)).toEqual(named(expected))
  },
)

const codeOf = ({ status, error }: { status: number; error: { code: string } }) => (status === 200 ? 'ok' : error.code)

type School = Awaited<ReturnType<typeof makeCase>>['school']
const linkOf = async (school: School, { userId }: Person) =>
  (
    await school.tx((db) =>
      db.selectFrom('memberships').where('user_id', '=', userId).select('link').executeTakeFirstOrThrow(),
    )
  ).link

async function makeCase({ cohort, before = 'nothing' }: Omit<Case, 'expected'>) {
  const { makeSchool } = await world()
  const school = await makeSchool('Tabela das aulas')
  const course = await school.make.course({
    modules: [3, 2],
    no_dripping: false,
    dripping_what: 'modules',
    dripping_when: 'week',
  })
  const person = school.student
  const opening = await school.make.cohort({ courses: [course], isPublic: cohort === 'public' })
  if (cohort !== 'none') await school.make.enrollment(opening, person)
  await school.tx(async (db) => {
    const now = new Date()
    for (const [at, { id: lesson_id }] of course.lessons.entries()) {
      const { mustPass: must_pass, isPrivate } = lessons[at]!
      await db.updateTable('lessons').set({ is_private: isPrivate }).where('id', '=', lesson_id).execute()
      const moments = { utc_created_on: now, utc_changed_on: now }
      const { id: exam_id } = await db
        .insertInto('exams')
        .values({ course_id: course.id, lesson_id, plan: '{}', ...moments })
        .returning('id')
        .executeTakeFirstOrThrow()
      const settings = JSON.stringify({ ...newExamSettings, must_pass })
      await db
        .insertInto('exam_publications')
        .values({ exam_id, number: 1, settings, parts: '[]', utc_published_on: now })
        .execute()
      await db.updateTable('exams').set({ publication: 1 }).where('id', '=', exam_id).execute()
      if (before === 'passed')
        await db
          .insertInto('exam_marks')
          .values({ exam_id, user_id: person.userId, points: 100, total: 100, attempts: 1, utc_passed_on: now })
          .execute()
    }
    if (before === 'nothing' || before === 'passed') return
    const ids = course.lessons.map(({ id }) => id)
    const progress = { user_id: person.userId, course_id: course.id, utc_started_on: now }
    if (before === 'completed and taken back') {
      await db
        .insertInto('course_progress')
        .values({ ...progress, taken_back: ids })
        .execute()
      return
    }
    await db.insertInto('course_progress').values(progress).execute()
    await db
      .insertInto('lesson_completions')
      .values(
        ids.map((lesson_id) => ({ user_id: person.userId, course_id: course.id, lesson_id, utc_completed_on: now })),
      )
      .execute()
  })
  return { school, course, person }
}
