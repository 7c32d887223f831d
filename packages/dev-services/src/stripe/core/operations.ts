import type { Operation, Parameters } from '../schemas/parameters.ts'
import type { Account } from './account.ts'

/** One call, once it was judged. */
export interface Call<P> {
  account: Account
  params: P
  /** The ids in the address. */
  ids: [string, string]
  /** It came from a page, by the publishable key. */
  isPublic: boolean
}

/** Operations of a group; each answers with an object in Stripe's shape, or throws a StripeError. */
export type Operations = { [O in Operation]?: (call: Call<Parameters[O]>) => object }
