import { runOnInstallation } from '../run-command.ts'

/** Counts, releases or discards the mails that a restore has held: pnpm held-mail [count | release | discard]. */
await runOnInstallation('held-mail.ts')
