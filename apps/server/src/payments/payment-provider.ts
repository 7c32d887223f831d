import type { Stripe } from 'stripe'
import type { StripeConfig } from '../config/stripe-config.ts'
import { AppError } from '../core/app-error.ts'
import { createPixSwitch, type PixSwitch } from './pix-switch.ts'
import { explainProviderError } from './provider-errors.ts'

/** Version of the provider's API that the code was written for; an upgrade of its SDK changes this line or does not compile. */
const apiVersion: Stripe.LatestApiVersion = '2026-10-28.endive'
/** Milliseconds for which one try of a call may hang. */
const patienceMs = 8000

export interface PaymentProvider {
  config: StripeConfig
  /**
   * Asks the provider, again when it did not answer: the SDK repeats a call under its idempotency key. No transaction may be open meanwhile.
   * @throws AppError as people read it, StateChanged, CallRefused or KeyRefused among them
   */
  ask<T>(work: (stripe: Stripe) => Promise<T>): Promise<T>
  pix: PixSwitch
}

/** Stripe by its own SDK, which loads with the first call. */
export function createPaymentProvider(
  config: StripeConfig | undefined,
  { timeoutMs = patienceMs, retries = 1 }: { timeoutMs?: number; retries?: number } = {},
): PaymentProvider | undefined {
  if (!config) return undefined
  let client: Promise<Stripe> | undefined
  const ask: PaymentProvider['ask'] = async (work) => {
    client ??= connect(config, { timeout: timeoutMs, maxNetworkRetries: retries })
    try {
      return await work(await client)
    } catch (error) {
      throw explainProviderError(error)
    }
  }
  return { config, ask, pix: createPixSwitch(ask) }
}

async function connect(
  { secretKey, apiUrl }: StripeConfig,
  limits: Pick<Stripe.StripeConfig, 'timeout' | 'maxNetworkRetries'>,
) {
  const { Stripe } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiUrl)
  return new Stripe(secretKey, {
    ...limits,
    apiVersion,
    host: hostname,
    port: port || undefined,
    protocol: protocol === 'http:' ? 'http' : 'https',
    telemetry: false,
  })
}

/** Finds the provider. @throws AppError payments_off where the installation takes no payments */
export function requireProvider({ provider }: { provider: PaymentProvider | undefined }): PaymentProvider {
  if (!provider) throw new AppError('payments_off')
  return provider
}
