import { Ajv } from 'ajv'
import Stripe from 'stripe'
import { StripeControl } from './control/client.ts'
import type { Answers } from './schemas/answers.ts'
import { generateSchema } from './schemas/generate.ts'
import { type StripeOptions, type StripeSettings, startStripe, stripeSettings } from './stripe.ts'

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addSchema(generateSchema('answers.ts', 'Answers'), 'answers')

/** Throws unless an object, or each of a list, has the shape that the package `stripe` gives it. */
export function checkShape(answer: object): void {
  const { object, data } = answer as { object: keyof Answers | 'list'; data: object[] }
  if (object === 'list') {
    for (const each of data) checkShape(each)
    return
  }
  const check = ajv.getSchema(`answers#/properties/${object}`)
  if (!check) throw new Error(`The stand-in answered ${object}, which has no schema.`)
  if (!check(answer)) {
    const faults = check.errors?.map((each) => `${each.instancePath} ${each.message} ${JSON.stringify(each.params)}`)
    throw new Error(`${object} has not the shape of Stripe: ${faults?.slice(0, 8).join('; ')}`)
  }
  if (object === 'event') checkShape((answer as Stripe.Event).data.object)
}

export interface Bench {
  url: string
  settings: StripeSettings
  stripe: Stripe
  control: StripeControl
  /** Another account. */
  connect(name?: string): { settings: StripeSettings; stripe: Stripe; control: StripeControl }
  stop(): Promise<void>
}

/** A stand-in whose every answer is held against Stripe's types, with Stripe's own client on an account of its own. */
export async function startChecked(options: StripeOptions = {}): Promise<Bench> {
  const running = await startStripe({ check: checkShape, ...options })
  const connect = (name?: string) => {
    const settings = stripeSettings(running.url, name)
    return {
      settings,
      stripe: connectTo(running.url, settings.STRIPE_SECRET_KEY),
      control: new StripeControl(running.url, settings.STRIPE_SECRET_KEY),
    }
  }
  return { url: running.url, ...connect(), connect, stop: running.stop }
}

export function connectTo(url: string, key: string, options: Stripe.StripeConfig = {}): Stripe {
  const { hostname, port } = new URL(url)
  return new Stripe(key, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0, ...options })
}

/** The refusal of a call, as Stripe's own client gives it. */
export const refusalOf = (call: Promise<unknown>): Promise<Stripe.errors.StripeError> =>
  call.then(
    () => {
      throw new Error('The call was not refused.')
    },
    (error) => error,
  )
