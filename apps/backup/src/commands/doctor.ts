import { existsSync } from 'node:fs'
import path from 'node:path'
import { startStripe } from '@escola/dev-services/stripe/stripe'
import { runOnInstallation } from '../run-command.ts'

/** Proves that ledger, sums and the payment provider's records agree: pnpm doctor. The stand-in of `pnpm start` is asked like the provider itself. */
await runOnInstallation('doctor.ts', async ({ dataDir, databaseUrl }, run) => {
  const file = path.join(dataDir, 'stripe.json')
  if (databaseUrl || process.env.STRIPE_SECRET_KEY || !existsSync(file)) return run({})
  const stripe = await startStripe({ file })
  try {
    await run({ ...stripe.settings })
  } finally {
    await stripe.stop()
  }
})
