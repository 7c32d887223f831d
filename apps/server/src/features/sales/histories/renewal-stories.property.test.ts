import fc from 'fast-check'
import { it } from 'vitest'
import { world } from '../../../testing/world.ts'
import { playStory, type Step, step } from './renewal-stories.testing.ts'

const pay: Step = { kind: 'pay', subscription: 0 }
const stories: Step[][] = [
  // The class is no longer sold, and the product goes to the class of next year.
  [pay, { kind: 'sell', place: 0, item: null }, { kind: 'sell', place: 1, item: 'product' }, pay],
  [pay, { kind: 'move', place: 0, to: 1 }, { kind: 'delete', place: 0, to: null }, pay],
  [pay, { kind: 'delete', place: 0, to: 2 }, pay, { kind: 'sell', place: 1, item: 'product' }, pay],
  [pay, { kind: 'delete', place: 0, to: null }, { kind: 'sell', place: 1, item: 'product' }, pay],
  [{ kind: 'endSales', place: 0, isEnded: true }, pay, { kind: 'endSales', place: 0, isEnded: false }, pay],
  [
    { kind: 'sell', place: 0, item: 'basic' },
    pay,
    { kind: 'switch', subscription: 0 },
    pay,
    { kind: 'sell', place: 1, item: 'full' },
    pay,
  ],
  // A switch to a plan that a class sells brings in a subscriber whose plan had none.
  [{ kind: 'sell', place: 0, item: 'full' }, pay, { kind: 'switch', subscription: 0 }, pay],
  // Charges of students who are out by a gap come to the chosen class.
  [pay, { kind: 'payBack', subscription: 0, charge: 0 }, { kind: 'delete', place: 0, to: 1 }, pay],
  [pay, { kind: 'cancel', subscription: 0 }, { kind: 'delete', place: 0, to: 2 }, pay],
  // A class that sells both plans opens the second one where the school has moved the student.
  [
    { kind: 'sell', place: 0, item: 'basic' },
    pay,
    { kind: 'move', place: 0, to: 1 },
    { kind: 'sell', place: 0, item: 'full' },
    { kind: 'switch', subscription: 0 },
    pay,
  ],
]

// `pnpm stress renewals` plays two hundred.
it('a student who pays stays where they are, whatever is sold, moved, merged and deleted between their charges', async () => {
  const w = await world()
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 10 }), (steps) => playStory(w, steps)),
    {
      numRuns: Number(process.env.PROPERTY_RUNS ?? 13),
      endOnFailure: false,
      examples: stories.map((story): [Step[]] => [story]),
    },
  )
}, 1_200_000)
