import { hourMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { merges } from '@escola/contract/merges.contract'
import type { Term } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { thisSchool } from '@escola/db'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, it } from 'vitest'
import type { School } from '../../core/scope.ts'
import type { Person } from '../../testing/call.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { endDue, endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { moveGrants } from '../enrollments/moved-grants.service.ts'
import { startTermChange } from '../enrollments/term-changes.service.ts'
import { setException } from '../enrollments/terms.service.ts'
import { inDays, never } from './merges.testing.ts'
import { settleMerges } from './undoing.service.ts'

/** Sources of grants, each with the end that it makes of them: a refund, or the undoing of an import. */
const givers = [
  { source: 'api', key: '', why: 'canceled' },
  { source: 'sale', key: 'hotmart:T1:7', why: 'refunded' },
  { source: 'importer', key: '1', why: 'import_undone' },
] as const
/** Ends that are set by day come after all events of a history. */
const termDays = 30
const exceptionDays = 60

interface Grant {
  cohort: number
  giver: number
  holder: number
  /** Students from whom it came, the latest last. */
  from: number[]
  /** Hour at which its term is over; null: for life. */
  endsOn: number | null
  /** An administrator has set its end for the student. */
  isExcepted: boolean
  isEnded: boolean
}
/** End that was set for a student by hand; copies of it are the same. */
interface Exception {
  endsOn: number | null
}
interface OpenMerge {
  from: number
  to: number
}

/** A class of a student, and whether it is theirs for life. */
const placeOf = (cohort: number, end: Date | number | null) => `${cohort} ${end === null ? 'for life' : 'until an end'}`

/** Model of what two students who become one may open and have done. */
class Model {
  grants: Grant[] = []
  /** Lessons that each student has done, and the merging that brought each; null: it is their own. */
  lessons: Map<number, OpenMerge | null>[]
  /** Exceptions of each student by class, and the classes in which each merging has brought one. */
  exceptions: Map<number, Exception>[]
  #brought = new Map<OpenMerge, Map<number, Exception>>()
  into = new Map<number, number>()
  open: OpenMerge[] = []
  /** Hours that have passed. */
  now = 0

  constructor(students: number) {
    this.lessons = Array.from({ length: students }, () => new Map())
    this.exceptions = Array.from({ length: students }, () => new Map())
  }

  follow = (student: number): number => (this.into.has(student) ? this.follow(this.into.get(student)!) : student)
  isLiving = ({ isEnded, endsOn }: Grant) => !isEnded && (endsOn ?? Infinity) > this.now
  opens = (student: number, cohort: number) =>
    this.grants.some((grant) => this.isLiving(grant) && grant.holder === student && grant.cohort === cohort)

  listExceptions = (student: number) =>
    [...this.exceptions[student]!].map(([cohort, { endsOn }]) => placeOf(cohort, endsOn)).sort()

  /** Lists the classes that a student has, or whose end is still to be recorded. */
  listEnrolled(student: number) {
    const own = this.grants.filter(({ isEnded, holder }) => !isEnded && holder === student)
    return [...Map.groupBy(own, ({ cohort }) => cohort)]
      .map(([cohort, grants]) => placeOf(cohort, grants.some(({ endsOn }) => endsOn === null) ? null : 0))
      .sort()
  }

  /** Records the ends that are over, of a place or everywhere. */
  lapse(isMeant: (grant: Grant) => boolean = () => true) {
    for (const grant of this.grants) if (isMeant(grant) && !this.isLiving(grant)) grant.isEnded = true
  }

  /** Grants that came by a merging stand beside one's own. */
  give(named: number, cohort: number, giver: number, hours: number | null) {
    const holder = this.follow(named)
    this.lapse((grant) => grant.holder === holder && grant.cohort === cohort)
    const isSame = (grant: Grant) =>
      !grant.isEnded &&
      grant.holder === holder &&
      grant.cohort === cohort &&
      grant.giver === giver &&
      !grant.from.length
    if (this.grants.some(isSame)) return
    const exception = this.exceptions[holder]!.get(cohort)
    const { endsOn } = exception ?? { endsOn: hours === null ? null : this.now + hours }
    this.grants.push({ cohort, giver, holder, from: [], endsOn, isExcepted: exception !== undefined, isEnded: false })
  }

  /** The later end stays of two that are alike. */
  move(student: number, from: number, to: number) {
    this.lapse(({ holder }) => holder === student)
    const isThere = (grant: Grant, cohort: number) =>
      !grant.isEnded && grant.holder === student && grant.cohort === cohort
    for (const grant of this.grants.filter((each) => isThere(each, from))) {
      const alike = this.grants.find(
        (other) => isThere(other, to) && other.giver === grant.giver && String(other.from) === String(grant.from),
      )
      if (!alike) {
        grant.cohort = to
        continue
      }
      const { endsOn, isExcepted } = grant
      if ((endsOn ?? Infinity) > (alike.endsOn ?? Infinity)) Object.assign(alike, { endsOn, isExcepted })
      grant.isEnded = true
    }
    const own = this.exceptions[student]!
    const exception = own.get(from)
    if (exception && !own.has(to)) own.set(to, exception)
    own.delete(from)
  }

  end(giver: number) {
    for (const grant of this.grants) if (grant.giver === giver) grant.isEnded = true
  }

  /** @returns whether the student has the class, so that an end can be set for them */
  except(student: number, cohort: number, isForLife: boolean): boolean {
    const there = this.grants.filter((each) => !each.isEnded && each.holder === student && each.cohort === cohort)
    if (there.length === 0) return false
    const endsOn = isForLife ? null : this.now + exceptionDays * 24
    this.exceptions[student]!.set(cohort, { endsOn })
    for (const grant of there) Object.assign(grant, { endsOn, isExcepted: true })
    return true
  }

  /** Gives a term to all who follow the class. */
  setTerm(cohort: number, isForLife: boolean) {
    for (const grant of this.grants)
      if (!grant.isEnded && grant.cohort === cohort && !grant.isExcepted)
        grant.endsOn = isForLife ? null : this.now + termDays * 24
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
    const exceptions = this.exceptions[merge.to]!
    for (const [cohort, brought] of this.#brought.get(merge) ?? [])
      if (exceptions.get(cohort) === brought) exceptions.delete(cohort)
    this.#brought.delete(merge)
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
    const exceptions = this.exceptions[merge.to]!
    for (const [cohort, exception] of this.exceptions[merge.from]!) {
      if (exceptions.has(cohort)) continue
      exceptions.set(cohort, exception)
      const brought = this.#brought.get(merge) ?? new Map()
      this.#brought.set(merge, brought.set(cohort, exception))
    }
  }
}

const [students, cohorts, lessonsEach] = [3, 2, 2]
const student = fc.nat(students - 1)
const cohort = fc.nat(cohorts - 1)
const giver = fc.nat(givers.length - 1)
const isForLife = fc.boolean()
const hours = fc.option(fc.integer({ min: 1, max: 6 }))
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('give' as const), student, cohort, giver, hours }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('take' as const), student, cohort }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), giver }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('except' as const), at: fc.nat(5), isForLife }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('term' as const), cohort, isForLife }) },
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

type Steps = (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[]
/** An end that was set by hand comes along with its student, rules what is given later, outlives a new term, and goes back. */
const excepted: Steps = [
  { kind: 'give', student: 0, cohort: 0, giver: 1, hours: 1 },
  { kind: 'except', at: 0, isForLife: true },
  { kind: 'merge', student: 0, to: 1 },
  { kind: 'give', student: 1, cohort: 0, giver: 0, hours: 1 },
  { kind: 'term', cohort: 0, isForLife: false },
  { kind: 'move', student: 1, cohort: 0 },
  { kind: 'end', giver: 1 },
  { kind: 'undo', at: 0 },
]

/** Makes hours pass in a school: its terms are that much nearer to their ends. */
const letPass = (school: School, hours: number) =>
  school.tx(async (db) => {
    // A cluster takes only immutable operators in an update, and subtracting hours from a timestamptz is merely stable.
    const earlier = (column: string) =>
      sql`${sql.ref(column)} = (${sql.ref(column)} at time zone 'UTC' - ${hours}::int * interval '1 hour') at time zone 'UTC'`
    const columns = ['utc_starts_on', 'utc_ends_on', 'utc_term_starts_on', 'utc_term_ends_on']
    await sql`update enrollment_grants set ${sql.join(columns.map(earlier))} where school_id = ${thisSchool}`.execute(
      db,
    )
    await sql`update enrollments set ${earlier('utc_ends_on')} where school_id = ${thisSchool}`.execute(db)
  })

it('each student may open and has done what the model says, however they are merged, given, moved, taken, studied, refunded, excepted and undone, and whatever ends meanwhile', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
      const s = await w.makeSchool('Sorte')
      const people: Person[] = []
      for (let at = 0; at < students; at++) people.push(await s.make.student(`Aluna ${at}`))
      const courses = []
      for (let at = 0; at < cohorts; at++)
        courses.push(await s.make.course({ title: `Curso ${at}`, modules: [lessonsEach] }))
      const classes: { id: string }[] = []
      for (const course of courses) classes.push(await s.make.cohort({ courses: [course] }))
      const links = await s.tx((db) => db.selectFrom('memberships').select(['user_id', 'link', 'email']).execute())
      const linkOf = (at: number) => links.find(({ user_id }) => user_id === people[at]!.userId)!.link
      const model = new Model(students)
      const ids = new Map<OpenMerge, string>()
      for (const each of steps) {
        if (each.kind === 'give') {
          const { userId, name, email } = people[each.student]!
          const startsOn = w.tools.now()
          const endsOn = each.hours === null ? null : new Date(startsOn.getTime() + each.hours * hourMs)
          const fixed = { startsOn, endsOn, of: 'cohort' as const }
          const { source, key: sourceKey } = givers[each.giver]!
          const grant = { cohortId: classes[each.cohort]!.id, source, sourceKey, fixed }
          await s.tx((db) => giveGrants(db, [{ ...grant, student: { userId, name, email, cellphone: '' } }], w.tools))
          model.give(each.student, each.cohort, each.giver, each.hours)
        } else if (each.kind === 'take') {
          const place = { cohortId: classes[each.cohort]!.id, userId: people[each.student]!.userId }
          await s.tx((db) => endGrants(db, place, { why: 'removed_by_school' }, w.tools))
          model.take(each.student, each.cohort)
        } else if (each.kind === 'end') {
          const { source, key, why } = givers[each.giver]!
          await s.tx((db) => endGrants(db, { source, sourceKeys: [key] }, { why }, w.tools))
          model.end(each.giver)
        } else if (each.kind === 'except') {
          // The student may have lost the class, or never had one.
          const { holder, cohort } = model.grants[each.at % (model.grants.length || 1)] ?? { holder: 0, cohort: 0 }
          const place = { cohortId: classes[cohort]!.id, userId: people[holder]!.userId }
          const until = each.isForLife ? null : dayAfter(dayOf(w.tools.now()), exceptionDays)
          const set = s.tx((db) => setException(db, { ...place, until, setBy: s.admin.userId }, w.tools))
          if (model.except(holder, cohort, each.isForLife)) await set
          else await expect(set).rejects.toMatchObject({ code: 'not_found' })
        } else if (each.kind === 'term') {
          const term: Term = each.isForLife ? { kind: 'life' } : { kind: 'days', count: termDays }
          const change = { cohortId: classes[each.cohort]!.id, term, askedBy: s.admin.userId }
          await s.tx((db) => startTermChange(db, change, w.tools))
          model.setTerm(each.cohort, each.isForLife)
        } else if (each.kind === 'move') {
          const to = (each.cohort + 1) % cohorts
          const places = { cohortId: classes[each.cohort]!.id, targetId: classes[to]!.id }
          const move = { ...places, userIds: [people[each.student]!.userId], movedBy: s.admin.userId }
          await s.tx((db) => moveGrants(db, move, w.tools))
          model.move(each.student, each.cohort, to)
        } else if (each.kind === 'pass') {
          await letPass(s, each.hours)
          model.now += each.hours
          if (each.isClockAlive) {
            await endDue(s, w.tools, never)
            model.lapse()
          }
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
        const found = await s.tx(async (db) => ({
          opened: await db.selectFrom('course_openings').select(['user_id', 'course_id']).execute(),
          done: await db.selectFrom('lesson_completions').select(['user_id', 'lesson_id']).execute(),
          excepted: await db.selectFrom('term_exceptions').select(['user_id', 'cohort_id', 'utc_ends_on']).execute(),
          enrolled: await db.selectFrom('enrollments').select(['user_id', 'cohort_id', 'utc_ends_on']).execute(),
        }))
        const endOf = (row: { cohort_id: string; utc_ends_on: Date | null }) =>
          placeOf(
            classes.findIndex(({ id }) => id === row.cohort_id),
            row.utc_ends_on,
          )
        for (const [at, { userId }] of people.entries()) {
          const own = <Row extends { user_id: string | null }>(rows: Row[]) =>
            rows.filter((row) => row.user_id === userId)
          expect(new Set(own(found.opened).map(({ course_id }) => course_id))).toEqual(
            new Set(courses.filter((_, of) => model.opens(at, of)).map(({ id }) => id)),
          )
          const lessons = courses.flatMap((course) => course.lessons)
          expect(new Set(own(found.done).map(({ lesson_id }) => lesson_id))).toEqual(
            new Set([...model.lessons[at]!.keys()].map((of) => lessons[of]!.id)),
          )
          expect(own(found.excepted).map(endOf).sort()).toEqual(model.listExceptions(at))
          expect(own(found.enrolled).map(endOf).sort()).toEqual(model.listEnrolled(at))
        }
      }
      const points = await s.tx((db) => db.selectFrom('karma_totals').select(['user_id', 'karma']).execute())
      const entries = await s.tx((db) => db.selectFrom('karma_entries').select(['user_id', 'points']).execute())
      for (const { user_id, karma } of points)
        expect(karma).toBe(
          entries.filter((entry) => entry.user_id === user_id).reduce((sum, each) => sum + each.points, 0),
        )
    }),
    { numRuns: runsOf(12), endOnFailure: true, examples: [[excepted]] },
  )
}, 1_200_000)
