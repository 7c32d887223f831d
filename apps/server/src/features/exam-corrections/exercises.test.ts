import { expect, it } from 'vitest'
import { keys } from '../exam-attempts/exam-attempts.testing.ts'
import { makeCorrected } from './exam-corrections.testing.ts'

it('gives an exercise the total of a hand-in when its one question with points is taken out, and again after the undo', async () => {
  const { annul, attempt, student, work, attemptsOf, undo, get } = await makeCorrected({
    settings: { kind: 'exercise' },
    questions: [keys[0]!, { kind: 'open', guide: '' }],
  })
  const marks = async () => (await attemptsOf()).map(({ points, total }) => [points, total])
  await attempt(student, '2', 0)
  await annul('out')
  await work()
  await attempt(student, '2', 0)
  expect(await marks()).toEqual([
    [100, 100],
    [100, 100],
  ])
  await undo((await get()).latest!.id)
  await work()
  expect(await marks()).toEqual([
    [0, 100],
    [0, 100],
  ])
})
