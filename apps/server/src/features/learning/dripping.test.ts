import { expect, it } from 'vitest'
import { type DrippingRule, moduleOpenings } from './dripping.ts'

const rule: DrippingRule = {
  noDripping: false,
  what: 'modules',
  when: 'week',
  enrolledOn: new Date('2026-01-31T15:00:00Z'),
  cohortCreatedOn: new Date('2026-01-01T09:00:00Z'),
}
const three = [{ alwaysAvailable: false }, { alwaysAvailable: false }, { alwaysAvailable: false }]
const opens = (change: Partial<DrippingRule>, modules = three) =>
  moduleOpenings({ ...rule, ...change }, modules).map((date) => date?.toISOString() ?? null)

it('opens each module one step after the one before, counted from the enrollment', () => {
  expect(opens({ when: 'day' })).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2026-02-01T15:00:00.000Z',
    '2026-02-02T15:00:00.000Z',
  ])
  expect(opens({ when: 'week' })).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2026-02-07T15:00:00.000Z',
    '2026-02-14T15:00:00.000Z',
  ])
})

it('ends a month step on the last day of a shorter month', () => {
  expect(opens({ when: 'month' })).toEqual([
    '2026-01-31T15:00:00.000Z',
    '2026-02-28T15:00:00.000Z',
    '2026-03-31T15:00:00.000Z',
  ])
})

it("counts from the class's creation when the course says so", () => {
  expect(opens({ what: 'school_gateways' })[1]).toBe('2026-01-08T09:00:00.000Z')
})

it('opens at once without dripping, without an enrollment, and what is always available', () => {
  expect(opens({ noDripping: true })).toEqual([null, null, null])
  expect(opens({ enrolledOn: null })).toEqual([null, null, null])
  expect(opens({}, [three[0]!, { alwaysAvailable: true }, three[2]!])).toEqual([
    '2026-01-31T15:00:00.000Z',
    null,
    '2026-02-14T15:00:00.000Z',
  ])
})
