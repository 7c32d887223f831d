import { learning } from '@escola/contract/learning.contract'
import { merges } from '@escola/contract/merges.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { inDays, never } from './merges.testing.ts'
import { settleMerges } from './undoing.service.ts'

interface Grant {
  cohort: number
  key: string
  holder: number
  /** Students from whom it came, the latest last. */
  from: number[]
  isLiving: boolean
}
interface OpenMerge {
  from: number
  to: number
}

/** Model of what two students who become one may open and have done. */
class Model {
  grants: Grant[] = []
  /** Lessons that each student has done, and the merging that brought each; null: it is their own. */
  lessons: Map<number, OpenMerge | null>[]
  into = new Map<number, number>()
  open: OpenMerge[] = []

  constructor(students: number) {
    this.lessons = Array.from({ length: students }, () => new Map())
  }

  follow = (student: number): number => (this.into.has(student) ? this.follow(this.into.get(student)!) : student)
  opens = (student: number, cohort: number) =>
    this.grants.some((grant) => grant.isLiving && grant.holder === student && grant.cohort === cohort)

  /** Grants that came by a merging stand beside one's own. */
  give(named: number, cohort: number, key: string) {
    const holder = this.follow(named)
    const isSame = (grant: Grant) =>
      grant.isLiving && grant.holder === holder && grant.cohort === cohort && grant.key === key && !grant.from.length
    if (!this.grants.some(isSame)) this.grants.push({ cohort, key, holder, from: [], isLiving: true })
  }

  take(student: number, cohort: number) {
    for (const grant of this.grants) if (grant.holder === student && grant.cohort === cohort) grant.isLiving = false
  }

  click(student: number, lesson: number, isComplete: boolean) {
    const done = this.lessons[student]!
    if (!isComplete) done.delete(lesson)
    else if (!done.has(lesson)) done.set(lesson, null)
  }

  mayMerge = (from: number, to: number) =>
    from !== to && !this.into.has(from) && !this.into.has(to) && !this.open.some((merge) => merge.to === from)

  merge(from: number, to: number) {
    const merge = { from, to }
    this.into.set(from, to)
    this.open.push(merge)
    for (const grant of this.grants.filter(({ holder }) => holder === from)) {
      grant.holder = to
      grant.from.push(from)
    }
    this.#copy(merge)
  }

  undo(merge: OpenMerge) {
    this.open = this.open.filter((other) => other !== merge)
    this.into.delete(merge.from)
    for (const grant of this.grants.filter(({ holder, from }) => holder === merge.to && from.at(-1) === merge.from)) {
      grant.holder = merge.from
      grant.from.pop()
    }
    const done = this.lessons[merge.to]!
    for (const [lesson, by] of done) if (by === merge) done.delete(lesson)
    for (const other of this.open.filter(({ to }) => to === merge.to).reverse()) this.#copy(other)
  }

  settle() {
    for (const done of this.lessons) for (const lesson of done.keys()) done.set(lesson, null)
    for (const merge of this.open) this.#copy(merge, null)
    this.open = []
  }

  #copy(merge: OpenMerge, by: OpenMerge | null = merge) {
    const done = this.lessons[merge.to]!
    for (const lesson of this.lessons[merge.from]!.keys()) if (!done.has(lesson)) done.set(lesson, by)
  }
}

const [students, cohorts, lessonsEach] = [3, 2, 2]
const student = fc.nat(students - 1)
const cohort = fc.nat(cohorts - 1)
const key = fc.constantFrom('', 'a')
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('give' as const), student, cohort, key }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), student, cohort }) },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('click' as const),
      student,
      lesson: fc.nat(cohorts * lessonsEach - 1),
      isComplete: fc.boolean(),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('merge' as const), student, to: student }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('undo' as const), at: fc.nat(5) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('settle' as const) }) },
)

it('each student may open and has done what the model says, however they are merged, given, taken, studied and undone', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const s = await w.makeSchool('Sorte')
      const people: Person[] = []
      for (let at = 0; at < students; at++) people.push(await s.make.student(`Aluna ${at}`))
      const courses = []
      for (let at = 0; at < cohorts; at++)
        courses.push(await s.make.course({ title: `Curso ${at}`, modules: [lessonsEach] }))
      const classes = []
      for (const course of courses) classes.push(await s.make.cohort({ courses: [course] }))
      const links = await s.tx((db) => db.selectFrom('memberships').select(['user_id', 'link', 'email']).execute())
      const linkOf = (at: number) => links.find(({ user_id }) => user_id === people[at]!.userId)!.link
      const model = new Model(students)
      const ids = new Map<OpenMerge, string>()
      for (const each of steps) {
        if (each.kind === 'give') {
          const { userId, name, email } = people[each.student]!
          const grant = { cohortId: classes[each.cohort]!.id, source: 'api' as const, sourceKey: each.key }
          await s.tx((db) => giveGrants(db, [{ ...grant, student: { userId, name, email, cellphone: '' } }], w.tools))
          model.give(each.student, each.cohort, each.key)
        } else if (each.kind === 'take') {
          const place = { cohortId: classes[each.cohort]!.id, userId: people[each.student]!.userId }
          await s.tx((db) => endGrants(db, place, { why: 'removed_by_school' }, w.tools))
          model.take(each.student, each.cohort)
        } else if (each.kind === 'click') {
          const course = Math.floor(each.lesson / lessonsEach)
          const lessonId = courses[course]!.lessons[each.lesson % lessonsEach]!.id
          const { status } = await w.call(learning.complete, {
            as: people[each.student]!,
            body: {
              contentId: lessonId,
              degreeId: courses[course]!.id,
              userDegree: { metadata: { content: { [lessonId]: { isComplete: each.isComplete } } } },
            },
          })
          const mayOpen = model.opens(each.student, course)
          if (status === 200) expect(mayOpen).toBe(true)
          if (mayOpen && each.isComplete) expect(status).toBe(200)
          if (status === 200) model.click(each.student, each.lesson, each.isComplete)
        } else if (each.kind === 'merge') {
          const { status, body } = await w.call(merges.start, {
            as: s.admin,
            params: { link: linkOf(each.to) },
            body: { email: people[each.student]!.email },
          })
          expect(status === 200).toBe(model.mayMerge(each.student, each.to))
          if (status !== 200) continue
          model.merge(each.student, each.to)
          ids.set(model.open.at(-1)!, body.merge.id)
        } else if (each.kind === 'undo') {
          const merge = model.open[each.at % (model.open.length || 1)]
          if (!merge) continue
          const params = { link: linkOf(merge.to), id: ids.get(merge)! }
          expect((await w.call(merges.undo, { as: s.admin, params })).status).toBe(200)
          model.undo(merge)
        } else {
          await settleMerges(s, inDays(8), never)
          await settleMerges(s, inDays(8), never)
          model.settle()
        }
        for (const [at, { userId }] of people.entries()) {
          const opened = await s.tx((db) =>
            db.selectFrom('course_openings').where('user_id', '=', userId).select('course_id').distinct().execute(),
          )
          expect(new Set(opened.map(({ course_id }) => course_id))).toEqual(
            new Set(courses.filter((_, of) => model.opens(at, of)).map(({ id }) => id)),
          )
          const done = await s.tx((db) =>
            db.selectFrom('lesson_completions').where('user_id', '=', userId).select('lesson_id').execute(),
          )
          const lessons = courses.flatMap((course) => course.lessons)
          expect(new Set(done.map(({ lesson_id }) => lesson_id))).toEqual(
            new Set([...model.lessons[at]!.keys()].map((of) => lessons[of]!.id)),
          )
        }
      }
      const points = await s.tx((db) => db.selectFrom('karma_totals').select(['user_id', 'karma']).execute())
      const entries = await s.tx((db) => db.selectFrom('karma_entries').select(['user_id', 'points']).execute())
      for (const { user_id, karma } of points)
        expect(karma).toBe(
          entries.filter((entry) => entry.user_id === user_id).reduce((sum, each) => sum + each.points, 0),
        )
    }),
    { numRuns: 25, endOnFailure: true },
  )
}, 120_000)
