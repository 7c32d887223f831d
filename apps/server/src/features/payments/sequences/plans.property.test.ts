import { propertySeed } from '@escola/contract/property-seed.testing'
import { it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { runsOf } from '../../../testing/property-runs.ts'
import { closeLater } from '../../../testing/world.ts'
import { payingWorld } from '../payments.testing.ts'
import { playPlans } from './plans-sequences.testing.ts'

const count = runsOf(4)

it(`charges each plan for the time for which a school has it, in ${count} sequences from seed ${propertySeed}`, async () => {
  const { w, url } = await payingWorld()
  const other = await buildApp(w.config)
  closeLater(() => other.close())
  await playPlans({
    processes: [{ tools: w.tools, database: w.database }, other],
    stripeUrl: url,
    makeAdmin: async () => (await w.makeSchool('Planos')).admin,
    count,
    longest: 14,
    seed: propertySeed,
  })
}, 2_400_000)
