import { annulments } from '@escola/contract/exam-content'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workRun } from '../../testing/jobs.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { makeCorrected, savesOf } from './exam-corrections.testing.ts'

const option = fc.constantFrom('1', '2', '3')
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constant('attempt' as const), at: fc.nat(2), option, right: fc.nat(3) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('begin' as const), at: fc.nat(2) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('end' as const), at: fc.nat(2), option, right: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('correct' as const), option }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('annul' as const), points: fc.constantFrom(...annulments) }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('undo' as const) }) },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('work' as const), batches: fc.nat(2) }) },
)

/** Model: a stack of keys and annulments, and attempts with the options that were chosen. */
interface Modelled {
  keys: string[]
  attempts: Map<string, { option: string; right: number }>
}
function markOfModel({ keys }: Modelled, { option, right }: { option: string; right: number }) {
  const last = keys.at(-1)
  if (last === 'out') return { points: right * point, total: 3 * point }
  return { points: (Number(last === 'all' || option === last) + right) * point, total: 4 * point }
}
const shareOf = ({ points, total }: { points: number; total: number }) => points / total

it('gives the points that the last key or annulment gives, whatever was answered, corrected and undone, in any order', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const fixture = await makeCorrected({ settings: { pass_percent: 75 } })
      const { school, student, enroll, begin, handIn, attempt, correct, undo, get, attemptsOf, markOf, annul } = fixture
      const students = [student, await enroll('Bia'), await enroll('Caio')]
      const running = new Map<number, Awaited<ReturnType<typeof begin>>>()
      const model: Modelled = { keys: ['1'], attempts: new Map() }
      const openRun = async () => {
        const { regrading } = await get()
        return regrading && regrading.utc_ended_on === null ? regrading.id : undefined
      }
      const workAll = async () => {
        const id = await openRun()
        if (id) await workRun(w, school, id, { atOnce: 2 })
      }
      for (const each of steps) {
        if (each.does === 'attempt' && !running.has(each.at))
          model.attempts.set(await attempt(students[each.at]!, each.option, each.right), each)
        else if (each.does === 'begin' && !running.has(each.at)) running.set(each.at, await begin(students[each.at]!))
        else if (each.does === 'end' && running.has(each.at)) {
          const { id, questions } = running.get(each.at)!
          running.delete(each.at)
          await handIn(id, { epoch: 1, saves: savesOf(questions, each.option, each.right) }, students[each.at])
          model.attempts.set(id, each)
        } else if (each.does === 'correct') {
          const { status } = await correct(each.option)
          if (status === 202) model.keys.push(each.option)
        } else if (each.does === 'annul') {
          const { status } = await annul(each.points)
          if (status === 202) model.keys.push(each.points)
        } else if (each.does === 'undo') {
          const { latest } = await get()
          if (latest && (await undo(latest.id)).status === 202) model.keys.pop()
        } else if (each.does === 'work') {
          const id = await openRun()
          for (let batch = 0; id && batch < each.batches; batch++)
            await workRun(w, school, id, { atOnce: 1, signal: AbortSignal.abort() }).catch(() => undefined)
        }
      }
      await workAll()
      const passed = await Promise.all(students.map(async (each) => (await markOf(each))?.utc_passed_on ?? null))
      for (const [at, each] of students.entries()) {
        const ended = (await attemptsOf(each)).filter(({ utc_handed_in_on }) => utc_handed_in_on)
        const expected = ended.map(({ id }) => markOfModel(model, model.attempts.get(id)!))
        expect(ended.map(({ points, total }) => ({ points, total }))).toEqual(expected)
        const best = expected.toSorted((a, b) => shareOf(b) - shareOf(a))[0]
        if (best) expect(await markOf(each)).toMatchObject(best)
        if (expected.some((mark) => shareOf(mark) >= 0.75)) expect(passed[at]).not.toBeNull()
      }
      // Marking once more by the same key changes nothing.
      const before = await Promise.all(students.map((each) => attemptsOf(each)))
      const latest = (await get()).regrading
      if (latest)
        await school.tx((db) =>
          db.updateTable('runs').set({ utc_ended_on: null, cursor: '0' }).where('id', '=', latest.id).execute(),
        )
      if (latest) await workRun(w, school, latest.id)
      expect((await get()).regrading?.marks).toBe(latest?.marks)
      expect(await Promise.all(students.map((each) => attemptsOf(each)))).toEqual(before)
    }),
    { numRuns: runsOf(8) },
  )
})
