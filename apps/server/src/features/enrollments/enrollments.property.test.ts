import { hourMs } from '@escola/contract/durations'
import { endOfDay } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { endDue, endGrants, giveGrants, setEnds } from './enrollments.service.ts'
import { moveGrants } from './moved-grants.service.ts'
import { setException } from './terms.service.ts'

const sources = ['manual', 'public-class', 'importer', 'api', 'sale'] as const

interface Grant {
  place: number
  source: (typeof sources)[number]
  key: string
  startsOn: number
  chargeEndsOn: number | null
  termEndsOn: number | null
  isEnded: boolean
}

/** The earlier of the ends of the term and of what was paid. */
const endOf = ({ chargeEndsOn, termEndsOn }: Grant) => {
  const ends = [chargeEndsOn, termEndsOn].filter((end) => end !== null)
  return ends.length > 0 ? Math.min(...ends) : null
}

/** Model of what classes should say: a list of grants, and the clock. */
class Model {
  grants: Grant[] = []
  /** Ends that were set by hand, by place. */
  exceptions = new Map<number, number | null>()
  now = 0

  isLiving = (grant: Grant) => !grant.isEnded && (endOf(grant) ?? Infinity) > this.now

  give(grant: Omit<Grant, 'isEnded' | 'startsOn'>) {
    this.lapse()
    const same = (other: Grant) =>
      !other.isEnded && other.place === grant.place && other.source === grant.source && other.key === grant.key
    const exception = this.exceptions.get(grant.place)
    const isExcepted = exception !== undefined && (exception ?? Infinity) > this.now
    const termEndsOn = isExcepted ? exception : grant.termEndsOn
    if (!this.grants.some(same)) this.grants.push({ ...grant, termEndsOn, startsOn: this.now, isEnded: false })
  }

  end(matches: (grant: Grant) => boolean) {
    for (const grant of this.grants) if (matches(grant)) grant.isEnded = true
  }

  lapse() {
    this.end((grant) => !this.isLiving(grant))
  }

  /** Moves living grants; the earlier day and the later end stay of two that are alike. */
  move(from: number, to: number) {
    this.end((grant) => [from, to].includes(grant.place) && !this.isLiving(grant))
    for (const grant of this.grants.filter((each) => !each.isEnded && each.place === from)) {
      const alike = this.grants.find(
        (other) => !other.isEnded && other.place === to && other.source === grant.source && other.key === grant.key,
      )
      if (!alike) {
        grant.place = to
        continue
      }
      const { startsOn, chargeEndsOn, termEndsOn } = grant
      if ((endOf(grant) ?? Infinity) > (endOf(alike) ?? Infinity)) Object.assign(alike, { chargeEndsOn, termEndsOn })
      alike.startsOn = Math.min(alike.startsOn, startsOn)
      grant.isEnded = true
    }
    const exception = this.exceptions.get(from)
    if (exception !== undefined && !this.exceptions.has(to)) this.exceptions.set(to, exception)
    this.exceptions.delete(from)
  }

  /** Places with the date of enrolment and the end, by place. */
  enrolled() {
    const living = Map.groupBy(this.grants.filter(this.isLiving), ({ place }) => place)
    return [...living]
      .sort(([left], [right]) => left - right)
      .map(([place, grants]) => {
        const ends = grants.map(endOf)
        return {
          place,
          startsOn: Math.min(...grants.map(({ startsOn }) => startsOn)),
          endsOn: ends.includes(null) ? null : Math.max(...(ends as number[])),
        }
      })
  }
}

const place = fc.integer({ min: 0, max: 3 })
const source = fc.constantFrom(...sources)
const key = fc.constantFrom('a:', 'a:b', 'ab:', '')
const hours = fc.option(fc.integer({ min: 1, max: 6 }))
const step = fc.oneof(
  fc.record({
    kind: fc.constant('give' as const),
    grants: fc.array(fc.record({ place, source, key, hours, termHours: hours }), { minLength: 1, maxLength: 4 }),
  }),
  fc.record({ kind: fc.constant('end' as const), source, key }),
  fc.record({ kind: fc.constant('setEnds' as const), source, key, hours: fc.integer({ min: 1, max: 6 }) }),
  fc.record({ kind: fc.constant('except' as const), place, days: fc.option(fc.integer({ min: 0, max: 1 })) }),
  fc.record({ kind: fc.constant('remove' as const), place }),
  fc.record({ kind: fc.constant('move' as const), place }),
  fc.record({ kind: fc.constant('pass' as const), hours: fc.integer({ min: 1, max: 30 }), isClockAlive: fc.boolean() }),
)

/** A grant of a long term that was paid for a short time meets one alike of a short term that was paid for longer, and is paid on. */
const alikeMoved: (typeof step extends fc.Arbitrary<infer Step> ? Step : never)[] = [
  { kind: 'give', grants: [{ place: 0, source: 'sale', key: 'a:', hours: 2, termHours: 6 }] },
  { kind: 'give', grants: [{ place: 1, source: 'sale', key: 'a:', hours: 6, termHours: 3 }] },
  { kind: 'move', place: 1 },
  { kind: 'setEnds', source: 'sale', key: 'a:', hours: 5 },
]

it('keeps a student in a class while a living grant keeps them there, whatever gave it and whatever ended', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const school = await w.makeSchool('Modelo')
      const course = await school.make.course()
      const classes = [await school.make.cohort({ courses: [course] }), await school.make.cohort({ courses: [course] })]
      const people = [school.student, await school.make.student()]
      const ofPlace = (at: number) => ({ cohortId: classes[at % 2]!.id, person: people[at >> 1]! })
      const begin = Date.now()
      const model = new Model()
      const at = (moment: number) => new Date(begin + moment)
      const dateAt = (moment: number | null) => (moment === null ? null : at(moment))
      const tools = { ...w.tools, now: () => at(model.now) }
      for (const each of steps) {
        // No two events share a moment.
        model.now += 1000
        if (each.kind === 'give') {
          const grants = each.grants.map((grant) => ({
            ...grant,
            chargeEndsOn: grant.hours === null ? null : model.now + grant.hours * hourMs,
            termEndsOn: grant.termHours === null ? null : model.now + grant.termHours * hourMs,
          }))
          for (const grant of grants) model.give(grant)
          const given = grants.map(({ place, source, key, chargeEndsOn, termEndsOn }) => {
            const { cohortId, person } = ofPlace(place)
            const { userId, name, email } = person
            const student = { userId, name, email, cellphone: '' }
            const fixed = { startsOn: tools.now(), endsOn: dateAt(termEndsOn), of: 'cohort' as const }
            return { cohortId, student, source, sourceKey: key, endsOn: dateAt(chargeEndsOn), fixed }
          })
          await school.tx((db) => giveGrants(db, given, tools))
        }
        if (each.kind === 'end' || each.kind === 'setEnds') {
          const isMeant = (grant: Grant) => !grant.isEnded && grant.source === each.source && grant.key === each.key
          const filter = { source: each.source, sourceKeys: [each.key] }
          if (each.kind === 'end') {
            model.end(isMeant)
            const why = each.source === 'importer' ? 'import_undone' : 'canceled'
            await school.tx((db) => endGrants(db, filter, { why }, tools))
          } else {
            const endsOn = model.now + each.hours * hourMs
            for (const grant of model.grants) if (isMeant(grant)) grant.chargeEndsOn = endsOn
            await school.tx((db) => setEnds(db, filter, { endsOn: at(endsOn), isLast: false }))
          }
        }
        if (each.kind === 'except') {
          const { cohortId, person } = ofPlace(each.place)
          const until = each.days === null ? null : dayAfter(dayOf(tools.now()), each.days)
          const setting = { cohortId, userId: person.userId, until, setBy: school.admin.userId }
          const isThere = await school.tx(async (db) =>
            setException(db, setting, tools).then(
              () => true,
              () => false,
            ),
          )
          const endsOn = until === null ? null : endOfDay(until).getTime() - begin
          if (isThere) {
            model.exceptions.set(each.place, endsOn)
            for (const grant of model.grants)
              if (!grant.isEnded && grant.place === each.place) grant.termEndsOn = endsOn
          }
        }
        if (each.kind === 'remove') {
          const { cohortId, person } = ofPlace(each.place)
          model.end((grant) => grant.place === each.place)
          await school.tx((db) =>
            endGrants(db, { cohortId, userId: person.userId }, { why: 'removed_by_school' }, tools),
          )
        }
        if (each.kind === 'move') {
          const to = each.place ^ 1
          const userIds = [ofPlace(each.place).person.userId]
          const move = {
            cohortId: ofPlace(each.place).cohortId,
            targetId: ofPlace(to).cohortId,
            userIds,
            movedBy: school.admin.userId,
          }
          model.move(each.place, to)
          await school.tx((db) => moveGrants(db, move, tools))
        }
        if (each.kind === 'pass') {
          model.now += each.hours * hourMs
          if (each.isClockAlive) {
            model.lapse()
            await endDue(school, tools, neverStops)
          }
        }
        // Reads compare the end with the clock, whether or not what follows it was done.
        const rows = await school.tx((db) => db.selectFrom('enrollments').selectAll().execute())
        const living = rows.filter((row) => row.utc_ends_on === null || row.utc_ends_on > tools.now())
        const placeOf = (row: (typeof rows)[number]) =>
          classes.findIndex(({ id }) => id === row.cohort_id) +
          2 * people.findIndex(({ userId }) => userId === row.user_id)
        expect(living.map(placeOf).sort()).toEqual(model.enrolled().map(({ place }) => place))
      }
      model.lapse()
      await endDue(school, tools, neverStops)
      const rows = await school.tx((db) => db.selectFrom('enrollments').selectAll().execute())
      const found = rows.map((row) => ({
        place:
          classes.findIndex(({ id }) => id === row.cohort_id) +
          2 * people.findIndex(({ userId }) => userId === row.user_id),
        startsOn: row.utc_created_on.getTime() - begin,
        endsOn: row.utc_ends_on === null ? null : row.utc_ends_on.getTime() - begin,
      }))
      expect(found.sort((left, right) => left.place - right.place)).toEqual(model.enrolled())
      const openings = await school.tx((db) =>
        db.selectFrom('course_openings').where('course_id', '=', course.id).select(['cohort_id', 'user_id']).execute(),
      )
      const opened = openings.map(
        (row) =>
          classes.findIndex(({ id }) => id === row.cohort_id) +
          2 * people.findIndex(({ userId }) => userId === row.user_id),
      )
      expect(opened.sort()).toEqual(model.enrolled().map(({ place }) => place))
    }),
    { numRuns: runsOf(30), endOnFailure: false, examples: [[alikeMoved]] },
  )
}, 1_200_000)
