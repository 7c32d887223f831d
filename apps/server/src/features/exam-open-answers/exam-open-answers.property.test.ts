import { examCorrections } from '@escola/contract/exam-corrections.contract'
import type { CountingRule } from '@escola/contract/exam-plan'
import { markOf } from '@escola/contract/exam-results'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { workRun } from '../../testing/jobs.ts'
import { runsOf } from '../../testing/property-runs.ts'
import { world } from '../../testing/world.ts'
import { point } from '../exam-attempts/exam-attempts.testing.ts'
import { toOption } from '../exam-corrections/exam-corrections.testing.ts'
import { makeOpenSchool } from './exam-open-answers.testing.ts'

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('attempt' as const), open: fc.nat(2), isRight: fc.boolean() }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('correct' as const),
      at: fc.nat(20),
      points: fc.integer({ min: 0, max: point }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('key' as const), option: fc.constantFrom('1', '2') }) },
)

/** Model of an attempt: whether the closed question has the option '1', and what was given for each open answer. */
interface Modelled {
  isRight: boolean
  given: (number | null)[]
}
const pointsOf = ({ isRight, given }: Modelled, key: string) =>
  given.includes(null)
    ? null
    : (isRight && key === '1' ? point : 0) + given.reduce<number>((sum, each) => sum + each!, 0)

it('gives the mark that the last points and the last key give, in whatever order they came, and passes no student before all is corrected', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 6, maxLength: 14 }),
      fc.constantFrom<CountingRule>('best', 'last', 'mean'),
      async (steps, counts) => {
        const fixture = await makeOpenSchool({ settings: { counts, pass_percent: 60 } })
        const { school, attempt, correct, attemptsOf, markOf: storedMark, questionIds, call } = fixture
        const at = { as: school.admin, params: { id: questionIds[0]! } }
        const model = new Map<string, Modelled>()
        const key = { now: '1' }
        const correctKey = async (option: string) => {
          const { last } = (await call(examCorrections.get, at)).body.corrections
          const body = { version: 1, answer: toOption(option), last }
          if ((await call(examCorrections.start, { ...at, body })).status !== 202) return
          key.now = option
          const { regrading } = (await call(examCorrections.get, at)).body.corrections
          await workRun(w, school, regrading!.id)
        }
        const check = async () => {
          const rows = await attemptsOf()
          const expected = rows.map(({ id }) => pointsOf(model.get(id)!, key.now))
          expect(rows.map(({ points }) => points)).toEqual(expected)
          if (expected.every((points) => points === null)) {
            const stored = await storedMark()
            expect([stored?.points ?? null, stored?.utc_passed_on ?? null]).toEqual([null, null])
          }
        }
        for (const each of steps) {
          if (each.does === 'attempt') {
            const texts = Array.from({ length: each.open }, (_, at) => `Resposta ${at}`)
            const given = texts.map(() => null)
            model.set(await attempt(texts, { isRight: each.isRight }), { isRight: each.isRight, given })
          } else if (each.does === 'key') await correctKey(each.option)
          else {
            const open = [...model].flatMap(([id, { given }]) => given.map((_, index) => ({ id, index })))
            const chosen = open[each.at % Math.max(1, open.length)]
            if (!chosen) continue
            expect((await correct(chosen.id, chosen.index + 2, each.points)).status).toBe(200)
            model.get(chosen.id)!.given[chosen.index] = each.points
          }
          await check()
        }
        for (const [id, { given }] of model)
          for (const [index, points] of given.entries())
            if (points === null) {
              await correct(id, index + 2, 30)
              given[index] = 30
            }
        await check()
        const ended = (await attemptsOf()).map(({ id, total, utc_handed_in_on }) => {
          return { points: pointsOf(model.get(id)!, key.now)!, total: total!, handedInOn: utc_handed_in_on! }
        })
        const mark = markOf(ended, counts)
        if (mark) expect(await storedMark()).toMatchObject(mark)
      },
    ),
    { numRuns: runsOf(4) },
  )
})
