import { cpSync, existsSync } from 'node:fs'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startDns } from './dns.ts'
import { projectRoot } from './project.ts'
import { startStack } from './stack.ts'

/**
 * Playwright's global set-up: the whole platform on a fresh folder, torn down afterwards. Tests find it by E2E_URL,
 * E2E_MAILBOX_URL, E2E_ACCOUNTS, E2E_STRIPE_URL, E2E_STRIPE_KEY, E2E_DATABASE_URL and E2E_SETTINGS. With E2E_URL set beforehand they use what runs there.
 */
export default async function startForJourneys(): Promise<(() => Promise<void>) | undefined> {
  if (process.env.E2E_URL) return undefined
  const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-e2e-'))
  // The folder is closed to others when made, but the database may run as another user.
  await chmod(dataDir, 0o711)
  // The browser resolves these names to this machine; see playwright.config.ts.
  const target = 'escolas.plataforma.example'
  // An owner asks for such a name first and points it here then: a look asks three questions, and the first look finds nothing.
  const questions = new Map<string, number>()
  const dns = await startDns((name) => {
    if (name === target) return { addresses: ['203.0.113.7'] }
    if (!name.endsWith('.aponta.example') || name.startsWith('_')) return undefined
    const times = (questions.get(name) ?? 0) + 1
    questions.set(name, times)
    return times > 3 ? { alias: target } : undefined
  })
  // One browser clicks faster than any person may, and a busy machine answers later than one that serves alone.
  const env = {
    RATE_FACTOR: '1000',
    OVERLOAD_WAIT_MS: '0',
    DNS_SERVERS: dns.address,
    DOMAIN_TARGET: target,
    API_DOCS: 'open',
  }
  const stack = await startStack({ dataDir, anyPort: true, seed: true, unsafe: true, env, print: console.log })
  process.env.E2E_URL = stack.url
  process.env.E2E_OWN_DOMAINS = '1'
  process.env.E2E_MAILBOX_URL = stack.mailbox?.url
  process.env.E2E_STRIPE_URL = stack.stripe?.url
  process.env.E2E_STRIPE_KEY = stack.stripe?.settings.STRIPE_SECRET_KEY
  process.env.E2E_DATABASE_URL = stack.databaseUrl
  process.env.E2E_SETTINGS = JSON.stringify(stack.settings)
  process.env.E2E_ACCOUNTS = JSON.stringify(stack.accounts)
  return async () => {
    await stack.stop()
    await dns.stop()
    const logs = path.join(dataDir, 'logs')
    if (existsSync(logs)) cpSync(logs, path.join(projectRoot, 'apps/e2e/test-results/logs'), { recursive: true })
    await rm(dataDir, { recursive: true, force: true })
  }
}
