import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { minuteMs } from './durations.ts'
import {
  type Attempt,
  type AttemptRules,
  attemptEnd,
  attemptPhase,
  beginRefusal,
  type Circumstances,
  continueRefusal,
  endedOn,
  examGraceMs,
  isOver,
} from './exam-attempts.ts'

/** Minute of the day of the exam. */
const at = (minute: number) => new Date(Date.UTC(2026, 11, 3, 12) + minute * minuteMs)
const free: AttemptRules = { attempts: null, pauseMs: 0, limitMs: null, opensOn: null, closesOn: null }
const under = (now: Date, rules: Partial<AttemptRules> = {}, accessEndsOn: Date | null = null): Circumstances => ({
  rules: { ...free, ...rules },
  accessEndsOn,
  now,
})
const begun = (minute: number, handedIn?: number): Attempt => ({
  begunOn: at(minute),
  handedInOn: handedIn === undefined ? null : at(handedIn),
})
const justBefore = (moment: Date) => new Date(moment.getTime() - 1)

describe('the end of an attempt', () => {
  it.each([
    ['its limit', { limitMs: 30 * minuteMs, closesOn: at(90) }, at(80), { on: at(40), why: 'time_over' }],
    ['the closing', { limitMs: 60 * minuteMs, closesOn: at(50) }, at(80), { on: at(50), why: 'closed' }],
    ['the end of access', { limitMs: 60 * minuteMs, closesOn: at(50) }, at(45), { on: at(45), why: 'no_access' }],
    ['none', {}, null, undefined],
  ] as const)('is %s', (_, rules, accessEndsOn, end) => {
    expect(attemptEnd(begun(10), under(at(0), rules, accessEndsOn))).toEqual(end)
  })

  it('is followed by thirty seconds of grace', () => {
    const phase = (now: Date) => attemptPhase(begun(0), under(now, { limitMs: 10 * minuteMs }))
    const grace = new Date(at(10).getTime() + examGraceMs)
    expect([justBefore(at(10)), at(10), justBefore(grace), grace].map(phase)).toEqual([
      'running',
      'grace',
      'grace',
      'over',
    ])
    expect(examGraceMs).toBe(30_000)
  })

  it('is the moment at which time was over, however late it is looked at', () => {
    const circumstances = under(at(500), { limitMs: 10 * minuteMs })
    expect(endedOn(begun(0), circumstances)).toEqual(at(10))
    expect(endedOn(begun(0, 4), circumstances)).toEqual(at(4))
    expect(endedOn(begun(0), under(at(10), { limitMs: 10 * minuteMs }))).toBeUndefined()
  })

  it('never goes back to running', () =>
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.option(fc.nat(60)),
        fc.option(fc.nat(60)),
        fc.option(fc.nat(60)),
        fc.array(fc.nat(120), { minLength: 2 }),
        (start, limit, closing, access, minutes) => {
          const rules = { limitMs: limit && limit * minuteMs, closesOn: closing === null ? null : at(closing) }
          const phases = minutes
            .toSorted((a, b) => a - b)
            .map((minute) =>
              attemptPhase(begun(start), under(at(minute / 2), rules, access === null ? null : at(access))),
            )
          const ranks = phases.map((phase) => ['running', 'grace', 'over'].indexOf(phase))
          expect(ranks).toEqual(ranks.toSorted())
        },
      ),
    ))
})

describe('beginning', () => {
  it.each<[string, Attempt[], Circumstances, ReturnType<typeof beginRefusal>]>([
    ['freely', [], under(at(0)), undefined],
    ['after the access has ended', [], under(at(5), {}, at(5)), { reason: 'no_access', on: at(5) }],
    ['just before the access ends', [], under(justBefore(at(5)), {}, at(5)), undefined],
    ['before the opening', [], under(justBefore(at(5)), { opensOn: at(5) }), { reason: 'not_open', next: at(5) }],
    ['at the opening', [], under(at(5), { opensOn: at(5) }), undefined],
    ['just before the closing', [], under(justBefore(at(5)), { closesOn: at(5) }), undefined],
    ['at the closing', [], under(at(5), { closesOn: at(5) }), { reason: 'closed', on: at(5) }],
    ['beside a running attempt', [begun(0, 1), begun(2)], under(at(3)), { reason: 'running' }],
    ['with an attempt left', [begun(0, 1)], under(at(3), { attempts: 2 }), undefined],
    [
      'with all attempts used',
      [begun(0, 1), begun(1, 2)],
      under(at(3), { attempts: 2 }),
      { reason: 'attempts_used', attempts: 2 },
    ],
    [
      'in the pause',
      [begun(0, 1), begun(2, 4)],
      under(justBefore(at(14)), { pauseMs: 10 * minuteMs }),
      { reason: 'pause', next: at(14) },
    ],
    ['at the end of the pause', [begun(2, 4), begun(0, 1)], under(at(14), { pauseMs: 10 * minuteMs }), undefined],
    [
      'in a pause that lasts until the closing',
      [begun(0, 4)],
      under(at(5), { pauseMs: 10 * minuteMs, closesOn: at(14) }),
      { reason: 'pause_too_long' },
    ],
    [
      'in a pause that ends before the closing',
      [begun(0, 4)],
      under(at(5), { pauseMs: 10 * minuteMs, closesOn: at(15) }),
      { reason: 'pause', next: at(14) },
    ],
    [
      'in a pause that lasts until the access ends',
      [begun(0, 4)],
      under(at(5), { pauseMs: 10 * minuteMs }, at(14)),
      { reason: 'pause_too_long' },
    ],
    [
      'after time was over, by the end and not by its hand-in',
      [begun(0)],
      under(at(20), { limitMs: 5 * minuteMs, pauseMs: 15 * minuteMs }),
      undefined,
    ],
    [
      'in the grace of another attempt',
      [begun(0)],
      under(at(5), { limitMs: 5 * minuteMs }),
      { reason: 'pause', next: new Date(at(5).getTime() + examGraceMs) },
    ],
    ['after the grace of another attempt', [begun(0)], under(at(5.5), { limitMs: 5 * minuteMs }), undefined],
    [
      'in the grace of the last attempt',
      [begun(0)],
      under(at(5), { limitMs: 5 * minuteMs, attempts: 1 }),
      { reason: 'attempts_used', attempts: 1 },
    ],
  ])('%s', (_, attempts, circumstances, refusal) => expect(beginRefusal(attempts, circumstances)).toEqual(refusal))

  const someRules = fc.record({
    attempts: fc.option(fc.integer({ min: 1, max: 3 })),
    pauseMs: fc.nat(20).map((minutes) => minutes * minuteMs),
    limitMs: fc.option(fc.integer({ min: 1, max: 20 }).map((minutes) => minutes * minuteMs)),
    opensOn: fc.option(fc.nat(60).map(at)),
    closesOn: fc.option(fc.nat(60).map(at)),
  })

  it('is possible at the moment that a refusal names, and not before', () =>
    fc.assert(
      fc.property(
        someRules,
        fc.option(fc.nat(60).map(at)),
        fc.nat(60),
        fc.boolean(),
        (rules, access, minute, isHandedIn) => {
          const attempts = [isHandedIn ? begun(0, 3) : begun(0)]
          const refusal = beginRefusal(attempts, under(at(minute), rules, access))
          if (!refusal || !('next' in refusal)) return
          expect(refusal.next > at(minute)).toBe(true)
          expect(beginRefusal(attempts, under(justBefore(refusal.next), rules, access))).toBeDefined()
          const then = beginRefusal(attempts, under(refusal.next, rules, access))
          // The opening says nothing of a pause behind it, or of a closing before it.
          if (refusal.reason === 'pause') expect(then).toBeUndefined()
          else expect(then?.reason).not.toBe('not_open')
        },
      ),
    ))

  it('never makes two attempts that take answers at once, or more than allowed', () =>
    fc.assert(
      fc.property(
        someRules,
        fc.array(fc.nat(240), { maxLength: 30 }),
        fc.integer({ min: 1, max: 9 }),
        (rules, quarters, length) => {
          const attempts: Attempt[] = []
          for (const quarter of quarters.toSorted((a, b) => a - b)) {
            const now = at(quarter / 4)
            for (const [index, attempt] of attempts.entries())
              if (
                now >= new Date(attempt.begunOn.getTime() + length * minuteMs) &&
                !isOver(attempt, under(now, rules)) &&
                attemptPhase(attempt, under(now, rules)) === 'running'
              )
                attempts[index] = { ...attempt, handedInOn: now }
            if (beginRefusal(attempts, under(now, rules))) continue
            expect(attempts.every((attempt) => isOver(attempt, under(now, rules)))).toBe(true)
            attempts.push({ begunOn: now, handedInOn: null })
          }
          expect(attempts.length).toBeLessThanOrEqual(rules.attempts ?? 30)
        },
      ),
    ))
})

describe('continuing', () => {
  it.each<[string, Attempt, Circumstances, ReturnType<typeof continueRefusal>]>([
    ['while it runs', begun(0), under(at(1)), undefined],
    ['just before the end', begun(0), under(justBefore(at(5)), { limitMs: 5 * minuteMs }), undefined],
    ['in the grace', begun(0), under(at(5), { limitMs: 5 * minuteMs }), { reason: 'time_over', on: at(5) }],
    ['after handing in', begun(0, 2), under(at(3), { closesOn: at(1) }), { reason: 'handed_in', on: at(2) }],
    ['after the closing', begun(0), under(at(9), { closesOn: at(5) }), { reason: 'closed', on: at(5) }],
    ['without access', begun(0), under(at(9), {}, at(5)), { reason: 'no_access', on: at(5) }],
  ])('%s', (_, attempt, circumstances, refusal) => expect(continueRefusal(attempt, circumstances)).toEqual(refusal))
})
