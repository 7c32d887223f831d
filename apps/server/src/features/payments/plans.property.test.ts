import { randomUUID } from 'node:crypto'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import { stripeSettings } from '@escola/dev-services/stripe/stripe'
import fc from 'fast-check'
import { it } from 'vitest'
import { readStripe } from '../../payments/stripe-config.ts'
import { payingWorld } from './payments.testing.ts'
import { PlannedSchool, planStepsOf } from './planned-school.testing.ts'

/** Seed of this run; PLANS_SEED repeats one that failed, and PLANS_SEQUENCES plays more. */
const seed = Number(process.env.PLANS_SEED ?? Math.floor(Math.random() * 2 ** 31))
const count = Number(process.env.PLANS_SEQUENCES ?? 8)

it(`charges each plan for the time for which a school has it, in ${count} sequences from seed ${seed}`, async () => {
  const { w, url } = await payingWorld()
  const sequence = fc.asyncProperty(planStepsOf(14), async (steps) => {
    const settings = stripeSettings(url, randomUUID().replaceAll('-', ''))
    const school = new PlannedSchool({
      process: { tools: w.tools, database: w.database },
      stripe: readStripe({ ...settings }, [])!,
      control: new StripeControl(url, settings.STRIPE_SECRET_KEY),
      admin: (await w.makeSchool('Planos')).admin,
    })
    await school.play(steps)
    const faults = await school.judge()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  await fc.assert(sequence, { numRuns: count, seed })
}, 1_200_000)
