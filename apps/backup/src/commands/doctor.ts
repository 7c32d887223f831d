import { existsSync } from 'node:fs'
import path from 'node:path'
import { RunningNote } from '@escola/dev-services/running-note'
import { startStripe } from '@escola/dev-services/stripe/stripe'
import { runOnInstallation } from '../run-command.ts'

/**
 * Examines an installation, also while it runs: pnpm run doctor [names of checks]. The stand-in of `pnpm start` is asked like the payment provider
 * itself.
 */
await runOnInstallation('doctor.ts', async (run, { installation: { dataDir, databaseUrl }, isStopped }) => {
  if (databaseUrl || process.env.STRIPE_SECRET_KEY) return run()
  if (!isStopped) return run(RunningNote.settingsOf(dataDir))
  const file = path.join(dataDir, 'stripe.json')
  if (!existsSync(file)) return run({}, ['--stopped'])
  const stripe = await startStripe({ file })
  try {
    await run({ ...stripe.settings }, ['--stopped'])
  } finally {
    await stripe.stop()
  }
})
