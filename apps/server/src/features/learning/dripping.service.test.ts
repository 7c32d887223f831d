import { dayMs } from '@escola/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  type CohortClock,
  type DrippingRule,
  enrolledWhenOpening,
  type ModuleDate,
  moduleOpenings,
} from './dripping.service.ts'

const rule: DrippingRule = { noDripping: false, what: 'modules', when: 'week' }
const clock: CohortClock = {
  cohortId: '7',
  enrolledOn: new Date('2026-01-31T15:00:00Z'),
  cohortCreatedOn: new Date('2026-01-01T09:00:00Z'),
}
const three = ['1', '2', '3'].map((id) => ({ id, alwaysAvailable: false }))
interface RuleInput {
  change?: Partial<DrippingRule>
  clocks?: CohortClock[]
  dates?: Partial<ModuleDate>[]
  modules?: typeof three
}
const silent: ModuleDate = { cohortId: null, moduleId: null, datedOn: null, openedOn: null }
const opens = ({ change, clocks = [clock], dates = [], modules = three }: RuleInput) =>
  moduleOpenings({ ...rule, ...change }, { clocks, dates: dates.map((date) => ({ ...silent, ...date })) }, modules).map(
    (date) => date?.toISOString() ?? null,
  )
const byWeek = ['2026-01-31T15:00:00.000Z', '2026-02-07T15:00:00.000Z', '2026-02-14T15:00:00.000Z']
const day = new Date('2026-05-02T11:00:00Z')

it('opens each module one step after the one before, counted from the enrollment', () => {
  expect(opens({ change: { when: 'day' } })).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2026-02-01T15:00:00.000Z',
    '2026-02-02T15:00:00.000Z',
  ])
  expect(opens({})).toEqual(byWeek)
})

it('ends a month step on the last day of a shorter month', () => {
  expect(opens({ change: { when: 'month' } })).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2026-02-28T15:00:00.000Z',
    '2026-03-31T15:00:00.000Z',
  ])
})

it("counts from the class's creation when the course says so", () => {
  expect(opens({ change: { what: 'school_gateways' } })[1]).toBe('2026-01-08T09:00:00.000Z')
})

it('opens at once without dripping, without a class, and what is always available', () => {
  expect(opens({ change: { noDripping: true } })).toEqual([null, null, null])
  expect(opens({ clocks: [] })).toEqual([null, null, null])
  expect(opens({ modules: three.with(1, { id: '2', alwaysAvailable: true }) })).toEqual(byWeek.with(1, null as never))
})

it("goes by the class's own calendar where it has a day, whatever the course says, and by the course elsewhere", () => {
  const dates = [{ cohortId: '7', moduleId: '2', datedOn: day }]
  const dated = day.toISOString()
  expect(opens({ dates })).toEqual(byWeek.with(1, dated))
  expect(opens({ dates, modules: three.with(1, { id: '2', alwaysAvailable: true }) })[1]).toBe(dated)
  expect(opens({ dates, change: { noDripping: true } })).toEqual([null, dated, null])
  // Another class's day is nothing to this one.
  expect(opens({ dates: [{ ...dates[0], cohortId: '8' }] })).toEqual(byWeek)
})

it('takes the earliest of what the classes of a student say', () => {
  const other = { cohortId: '8', enrolledOn: new Date('2026-02-01T15:00:00Z'), cohortCreatedOn: day }
  const clocks = [clock, other]
  expect(opens({ clocks })).toEqual(byWeek)
  const dates = [{ cohortId: '7', moduleId: '2', datedOn: day }]
  // The second class's own clock counts, which has no day for it.
  expect(opens({ clocks, dates })[1]).toBe('2026-02-08T15:00:00.000Z')
  const earlier = new Date('2026-01-02T00:00:00Z')
  expect(opens({ clocks, dates: [...dates, { cohortId: '8', moduleId: '2', datedOn: earlier }] })[1]).toBe(
    earlier.toISOString(),
  )
  expect(opens({ clocks, dates, modules: three.with(1, { id: '2', alwaysAvailable: true }) })[1]).toBeNull()
})

it('opens what was opened by hand, one module or all, over any calendar', () => {
  const dated = { cohortId: '7', moduleId: '2', datedOn: day }
  expect(opens({ dates: [dated, { moduleId: '2', openedOn: day }] })).toEqual(byWeek.with(1, null as never))
  expect(opens({ dates: [{ ...dated, openedOn: day }] })[1]).toBeNull()
  expect(opens({ dates: [dated, { cohortId: '7', openedOn: day }] })).toEqual([null, null, null])
})

it('names the enrollments to which a module opens in a range of time', () => {
  const time = fc.integer({ min: Date.parse('2019-01-01'), max: Date.parse('2029-01-01') })
  const when = fc.constantFrom('day', 'week', 'month')
  const modules = Array.from({ length: 40 }, (_, index) => ({ id: String(index), alwaysAvailable: false }))
  fc.assert(
    fc.property(
      time,
      when,
      fc.nat(modules.length - 1),
      fc.integer({ min: 1, max: dayMs }),
      (ms, when, steps, before) => {
        const enrolledOn = new Date(ms)
        const clocks = [{ ...clock, enrolledOn }]
        const opening = moduleOpenings({ ...rule, when }, { clocks, dates: [] }, modules)[steps]!.getTime()
        // The opening is the last moment of the range, or somewhere within it.
        for (const later of [0, dayMs - before]) {
          const until = new Date(opening + later)
          const found = enrolledWhenOpening({ when }, steps, { from: new Date(until.getTime() - dayMs), until })
          expect([found.from < enrolledOn, enrolledOn <= found.until]).toEqual([true, true])
          // Days and weeks are exact.
          const length = found.until.getTime() - found.from.getTime()
          expect(length).toBeLessThanOrEqual(when === 'month' ? 13 * dayMs : dayMs)
        }
      },
    ),
  )
})
