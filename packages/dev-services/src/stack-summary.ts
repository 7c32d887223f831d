import path from 'node:path'
import type { Mailbox } from './mailbox.ts'
import { shownPath } from './project.ts'
import type { Stack } from './stack.ts'
import type { RunningStripe } from './stripe/stripe.ts'

/** Writes what runs, and where, for the user who started it. */
export function summarizeStack({
  url,
  dataDir,
  mailbox,
  stripe,
  accounts,
}: Pick<Stack, 'url' | 'dataDir' | 'accounts'> & {
  mailbox: Pick<Mailbox, 'url'> | undefined
  stripe: Pick<RunningStripe, 'pageUrl'> | undefined
}): string {
  const lines = ['', 'Escola is running.', '', `  Open       ${url}`]
  if (mailbox) lines.push(`  Mailbox    ${mailbox.url}   every e-mail and text message arrives here`)
  if (stripe) lines.push(`  Payments   ${stripe.pageUrl}   a stand-in for Stripe; no real money moves`)
  const [data, logs] = [dataDir, path.join(dataDir, 'logs')].map(shownPath)
  lines.push(`  Data       ${data}   logs in ${logs}; delete the folder to start afresh`, '')
  if (accounts.length) {
    const width = (key: 'role' | 'email' | 'password') => Math.max(...accounts.map((each) => each[key].length))
    lines.push('  Demo accounts')
    for (const { role, email, password, url } of accounts) {
      const cells = [role.padEnd(width('role')), email.padEnd(width('email')), password.padEnd(width('password')), url]
      lines.push(`  ${cells.join('   ')}`)
    }
    lines.push('')
  }
  return [...lines, '  Ctrl-C stops it.', ''].join('\n')
}
