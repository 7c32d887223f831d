import { learning } from '@escola/contract/learning.contract'
import { merges } from '@escola/contract/merges.contract'
import { thisSchool } from '@escola/db'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { School } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'
import { endDue, endGrants, giveGrants, moveGrants } from '../enrollments/enrollments.service.ts'
import { inDays, never } from './merges.testing.ts'
import { settleMerges } from './undoing.service.ts'

interface Grant {
  cohort: number
  key: string
  holder: number
  /** Students from whom it came, the latest last. */
  from: number[]
  /** Hour at which its term is over; null: for life. */
  endsOn: number | null
  isEnded: boolean
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
  /** Hours that have passed. */
  now = 0

  constructor(students: number) {
    this.lessons = Array.from({ length: students }, () => new Map())
  }

  follow = (student: number): number => (this.into.has(student) ? this.follow(this.into.get(student)!) : student)
  isLiving = ({ isEnded, endsOn }: Grant) => !isEnded && (endsOn ?? Infinity) > this.now
  opens = (student: number, cohort: number) =>
    this.grants.some((grant) => this.isLiving(grant) && grant.holder === student && grant.cohort === cohort)

  /** Grants that came by a merging stand beside one's own. */
  give(named: number, cohort: number, key: string, hours: number | null) {
    const holder = this.follow(named)
    const isSame = (grant: Grant) =>
      this.isLiving(grant) &&
      grant.holder === holder &&
      grant.cohort === cohort &&
      grant.key === key &&
      !grant.from.length
    const endsOn = hours === null ? null : this.now + hours
    if (!this.grants.some(isSame)) this.grants.push({ cohort, key, holder, from: [], endsOn, isEnded: false })
  }

  /** The later end stays of two that are alike. */
  move(student: number, from: number, to: number) {
    const isThere = (grant: Grant, cohort: number) =>
      this.isLiving(grant) && grant.holder === student && grant.cohort === cohort
    for (const grant of this.grants.filter((each) => isThere(each, from))) {
      const alike = this.grants.find(
        (other) => isThere(other, to) && other.key === grant.key && String(other.from) === String(grant.from),
      )
      if (!alike) {
        grant.cohort = to
        continue
      }
      if ((grant.endsOn ?? Infinity) > (alike.endsOn ?? Infinity)) alike.endsOn = grant.endsOn
      grant.isEnded = true
    }
  }

  take(student: number, cohort: number) {
    for (const grant of this.grants) if (grant.holder === student && grant.cohort === cohort) grant.isEnded = true
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
const hours = fc.option(fc.integer({ min: 1, max: 6 }))
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('give' as const), student, cohort, key, hours }) },
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
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), student, cohort }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('pass' as const),
      hours: fc.integer({ min: 1, max: 6 }),
      isClockAlive: fc.boolean(),
    }),
  },
)

/** Makes hours pass in a school: its terms are that much nearer to their ends. */
const letPass = (school: School, hours: number) =>
  school.tx(async (db) => {
    const earlier = (column: string) => sql`${sql.ref(column)} = ${sql.ref(column)} - ${hours}::int * interval '1 hour'`
    const columns = ['utc_starts_on', 'utc_ends_on', 'utc_term_starts_on', 'utc_term_ends_on']
    await sql`update enrollment_grants set ${sql.join(columns.map(earlier))} where school_id = ${thisSchool}`.execute(
      db,
    )
    await sql`update enrollments set ${earlier('utc_ends_on')} where school_id = ${thisSchool}`.execute(db)
  })

it('each student may open and has done what the model says, however they are merged, given, moved, taken, studied and undone, and whatever ends meanwhile', async () => {
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
          const startsOn = w.tools.now()
          const endsOn = each.hours === null ? null : new Date(startsOn.getTime() + each.hours * 3_600_000)
          const fixed = { startsOn, endsOn, of: 'cohort' as const }
          const grant = { cohortId: classes[each.cohort]!.id, source: 'api' as const, sourceKey: each.key, fixed }
          await s.tx((db) => giveGrants(db, [{ ...grant, student: { userId, name, email, cellphone: '' } }], w.tools))
          model.give(each.student, each.cohort, each.key, each.hours)
        } else if (each.kind === 'take') {
          const place = { cohortId: classes[each.cohort]!.id, userId: people[each.student]!.userId }
          await s.tx((db) => endGrants(db, place, { why: 'removed_by_school' }, w.tools))
          model.take(each.student, each.cohort)
        } else if (each.kind === 'move') {
          const to = (each.cohort + 1) % cohorts
          const places = { cohortId: classes[each.cohort]!.id, targetId: classes[to]!.id }
          const move = { ...places, userIds: [people[each.student]!.userId], movedBy: s.admin.userId }
          await s.tx((db) => moveGrants(db, move, w.tools))
          model.move(each.student, each.cohort, to)
        } else if (each.kind === 'pass') {
          await letPass(s, each.hours)
          model.now += each.hours
          if (each.isClockAlive) await endDue(s, w.tools, never)
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
