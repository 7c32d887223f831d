import { randomUUID } from 'node:crypto'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import { stripeSettings } from '@escola/dev-services/stripe/stripe'
import fc from 'fast-check'
import { readStripe } from '../../../config/stripe-config.ts'
import type { Sequences } from './payments-sequences.testing.ts'
import { planStepsOf } from './plan-steps.testing.ts'
import { PlannedSchool } from './planned-school.testing.ts'

/**
 * Plays random sequences of plans, each in a new school, and compares what it has paid with the time for which it has them.
 * @throws with the shortest sequence that is found to go wrong
 */
export async function playPlans({ processes, stripeUrl, makeAdmin, count, seed, longest }: Sequences): Promise<void> {
  const sequence = fc.asyncProperty(planStepsOf(longest), async (steps) => {
    const settings = stripeSettings(stripeUrl, randomUUID().replaceAll('-', ''))
    const school = new PlannedSchool({
      processes,
      stripe: readStripe({ ...settings }, [])!,
      control: new StripeControl(stripeUrl, settings.STRIPE_SECRET_KEY),
      admin: await makeAdmin(),
    })
    await school.play(steps)
    const faults = await school.judge()
    if (faults.length > 0) throw new Error(faults.join('\n'))
  })
  await fc.assert(sequence, { numRuns: count, seed })
}
