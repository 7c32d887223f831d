import { dayMs } from '@escola/contract/durations'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { Memory, schedule } from './fsrs.ts'

const start = Date.UTC(2026, 11, 1, 12)
const answers = fc.array(fc.record({ isRight: fc.boolean(), days: fc.integer({ min: -2, max: 90 }) }), {
  minLength: 1,
  maxLength: 20,
})

function replay(list: { isRight: boolean; days: number }[]) {
  let [memory, now] = [null as Memory | null, start]
  return list.map(({ isRight, days }) => {
    now += days * dayMs
    const next = schedule(memory, isRight, new Date(now))
    // A row has gone through JSON.
    memory = Memory.parse(JSON.parse(JSON.stringify(next.memory)))
    return next
  })
}

it('gives the same answers at the same moments the same days, and each at least a day and about a year at most', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const scheduled = replay(list)
      expect(replay(list)).toEqual(scheduled)
      for (const { memory, dueOn } of scheduled) {
        const days = (Number(dueOn) - Date.parse(memory.last_review)) / dayMs
        expect(days).toBeGreaterThanOrEqual(1)
        expect(days).toBeLessThanOrEqual(367)
      }
    }),
    { numRuns: 60 },
  )
})

it('never asks sooner after a right answer than after a wrong one', () => {
  fc.assert(
    fc.property(answers, (list) => {
      const memory = replay(list).at(-1)!.memory
      const now = new Date(memory.due)
      expect(Number(schedule(memory, true, now).dueOn)).toBeGreaterThanOrEqual(
        Number(schedule(memory, false, now).dueOn),
      )
    }),
    { numRuns: 60 },
  )
})
