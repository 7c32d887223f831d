import { it } from 'vitest'
import { buildApp } from '../../../app.ts'
import { closeLater } from '../../../testing/world.ts'
import { payingWorld } from '../payments.testing.ts'
import { playSequences } from './payments-sequences.testing.ts'

/** Seed of this run; PAYMENTS_SEED repeats one that failed. */
const seed = Number(process.env.PAYMENTS_SEED ?? Math.floor(Math.random() * 2 ** 31))

it(`charges, gives and takes back on PostgreSQL what the model says, in two hundred sequences from seed ${seed}`, async () => {
  const { w, url } = await payingWorld()
  const other = await buildApp(w.config)
  closeLater(() => other.close())
  await playSequences({
    processes: [{ tools: w.tools, database: w.database }, other],
    stripeUrl: url,
    makeAdmin: async () => (await w.makeSchool('Sequência')).admin,
    count: 200,
    longest: 12,
    seed,
  })
}, 180_000)
