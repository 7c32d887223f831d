import { propertySeed } from '@escola/contract/property-seed.testing'
import { it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { runsOf } from '../../../testing/property-runs.ts'
import { closeLater } from '../../../testing/world.ts'
import { payingWorld } from '../payments.testing.ts'
import { playSequences } from './payments-sequences.testing.ts'

/** `pnpm stress money` plays thousands. */
const count = runsOf(50)

it(`charges, gives and takes back on PostgreSQL what the model says, in ${count} sequences from seed ${propertySeed}`, async () => {
  const { w, url } = await payingWorld()
  const other = await buildApp(w.config)
  closeLater(() => other.close())
  await playSequences({
    processes: [{ tools: w.tools, database: w.database }, other],
    stripeUrl: url,
    makeAdmin: async () => (await w.makeSchool('Sequência')).admin,
    count,
    longest: 12,
    seed: propertySeed,
  })
}, 1_200_000)
