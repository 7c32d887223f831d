import { existsSync } from 'node:fs'
import path from 'node:path'
import { RunningNote } from '@escola/dev-services/running-note'
import { wantsStandIn } from '@escola/dev-services/stand-in'
import { startStripe } from '@escola/dev-services/stripe/stripe'
import { runOnInstallation } from '../run-command.ts'

/**
 * Examines an installation, also while it runs: pnpm run doctor [names of checks]. The stand-in of `pnpm start` is asked like the payment provider
 * itself.
 */
await runOnInstallation('doctor.ts', async (run, { installation: { dataDir, databaseUrl }, isStopped }) => {
  const { env } = process
  // A database of one's own may be another than that of the product which runs on the folder, unless both are tried out with the stand-in.
  const isOfFolder = !databaseUrl || wantsStandIn(env)
  if (!isStopped) return run(isOfFolder && RunningNote.isTaken(dataDir) ? RunningNote.settingsOf(dataDir) : {})
  if (!wantsStandIn(env)) return run({}, ['--stopped'])
  const file = path.join(dataDir, 'stripe.json')
  if (!existsSync(file)) return run({}, ['--stopped'])
  const stripe = await startStripe({ file })
  try {
    await run({ ...stripe.settings }, ['--stopped'])
  } finally {
    await stripe.stop()
  }
})
