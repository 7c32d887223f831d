import type { Platform } from '@escola/db'
import type { School } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import * as queries from './customers.queries.ts'

export interface PaymentTools extends PlatformTools {
  /** Undefined where the installation takes no payments. */
  provider: PaymentProvider | undefined
}

export const findCustomer = ({ id }: School, { platform }: Pick<PaymentTools, 'platform'>) =>
  platform.withPlatform((db) => queries.findCustomer(db, id))

export const findSchoolOf = (customerId: string, { platform }: { platform: Platform }) =>
  platform.withPlatform((db) => queries.findSchool(db, customerId))

/** Finds the customer that the school is at the provider; the first payment makes it, once, however many come at once. */
export async function ensureCustomer(
  school: School,
  provider: PaymentProvider,
  { platform }: Pick<PaymentTools, 'platform'>,
): Promise<string> {
  const known = await findCustomer(school, { platform })
  if (known) return known
  const { id } = await provider.ask(({ customers }) =>
    customers.create({ metadata: { school: school.id } }, { idempotencyKey: `customer-${school.id}` }),
  )
  await platform.withPlatform((db) => queries.insertCustomer(db, school.id, id))
  // Another call may have written one first, long after the key of this one was forgotten.
  return (await findCustomer(school, { platform })) ?? id
}
