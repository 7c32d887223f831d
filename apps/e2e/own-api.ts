import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import { freePort } from '@escola/dev-services/ports'
import { projectRoot } from '@escola/dev-services/project'
import { StripeControl } from '@escola/dev-services/stripe/control/client'
import { expect } from '@playwright/test'

const program = [
  '--import',
  import.meta.resolve('@escola/dev-services/stop-with-parent'),
  path.join(projectRoot, 'apps/server/src/main-api.ts'),
]

/**
 * One more API of the stack, which a journey may kill. It has an account of its own at the stand-in for Stripe, so that no other journey's payment meets what is
 * broken there.
 */
export class OwnApi {
  readonly url: string
  readonly stripeKey: string
  readonly bank: StripeControl
  private readonly env: NodeJS.ProcessEnv
  private process: ChildProcess | undefined

  private constructor(port: number) {
    const name = randomUUID().replaceAll('-', '')
    this.url = `http://localhost:${port}`
    this.stripeKey = `sk_test_${name}`
    this.bank = new StripeControl(process.env.E2E_STRIPE_URL!, this.stripeKey)
    this.env = {
      ...process.env,
      ...JSON.parse(process.env.E2E_SETTINGS!),
      PORT: String(port),
      PUBLIC_URL: this.url,
      STRIPE_SECRET_KEY: this.stripeKey,
      STRIPE_PUBLISHABLE_KEY: `pk_test_${name}`,
    }
  }

  static async start(): Promise<OwnApi> {
    const api = new OwnApi(await freePort())
    await api.start()
    return api
  }

  async start(): Promise<void> {
    this.process = spawn(process.execPath, program, { env: this.env, stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
    const isReady = () =>
      fetch(`${this.url}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      )
    await expect.poll(isReady).toBe(true)
  }

  /** Ends it as a power cut does. */
  async kill(): Promise<void> {
    if (!this.process || this.process.exitCode !== null || this.process.signalCode !== null) return
    this.process.kill('SIGKILL')
    await once(this.process, 'exit')
  }
}
