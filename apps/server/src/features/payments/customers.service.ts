import { hourMs } from '@escola/contract/durations'
import type { PayWay, payments } from '@escola/contract/payments.contract'
import type { PaidPlanId } from '@escola/contract/prices'
import type { ResponseInput } from '@escola/contract/route'
import type { Platform, SchoolDb } from '@escola/db'
import type { Stripe } from 'stripe'
import { AppError } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock, PlatformTools } from '../../core/tools.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'
import { unlessGone } from '../../payments/provider-errors.ts'
import * as queries from './customers.queries.ts'
import type { PaymentRow, Purpose } from './payments.queries.ts'

export interface PaymentTools extends PlatformTools {
  /** Undefined where the installation takes no payments. */
  provider: PaymentProvider | undefined
  /** Says what a settled payment gives, by its purpose. */
  settlers: Record<Purpose, Settler>
  plans: PlanPort
}

/** Reads at the provider what a payment is of, before the transaction that gives it. */
export type Settler = (
  payment: Pick<PaymentRow, 'invoice_id'>,
  tools: Pick<PaymentTools, 'provider'>,
) => Promise<Settling>

/** Giving of what was paid for, in the transaction that settles the payment. */
export interface Settling {
  /** Locks what the payment changes before the sums are locked; the other order would deadlock. */
  lock(db: SchoolDb): Promise<unknown>
  /** @returns false when the payment is for nothing that the school still wants, and goes back */
  give(db: SchoolDb, payment: PaymentRow, tools: Clock): Promise<boolean>
}

/** Purpose and sum of a payment. */
export interface PaymentTarget {
  purpose: Purpose
  cents: number
  /** End of the months of which an upgrade pays the rest; null for all other payments. */
  until: Date | null
}

/** Choice of a plan, paid in a way. */
export interface PlanOrder {
  item: PaidPlanId
  way: PayWay
  /** Sum that the payer was shown. */
  cents: number | undefined
  /** Payment that is tried again. */
  known: PaymentRow | undefined
}

/** Questions of payments to the monthly plans, a feature above it. */
export interface PlanPort {
  /** @returns undefined for a smaller plan, which costs nothing now */
  findTarget(school: School, order: PlanOrder, tools: PaymentTools): Promise<PaymentTarget | undefined>
  /** Changes to a smaller plan, which is not paid now. */
  stepDown(
    school: Attended,
    order: { paymentId: string; item: PaidPlanId },
    tools: PaymentTools,
  ): Promise<ResponseInput<typeof payments.pay>>
  /** Has the plan that a removed card was to pay be paid in another way. */
  payWithoutCard(db: SchoolDb, cardId: string, tools: Clock): Promise<void>
  recordInvoice(school: School, invoice: Stripe.Invoice, provider: PaymentProvider, tools: PaymentTools): Promise<void>
  /** Lists in words each of the plan's rows that another row contradicts. */
  listFaults(db: SchoolDb, clock: Clock & { skewMs: number }): Promise<string[]>
  /** Lists the subscriptions of earlier releases that have not ended. */
  listLeftOpen(school: School, customers: string[], provider: PaymentProvider, tools: Clock): Promise<string[]>
}

export const findCustomer = ({ id }: School, { platform }: Pick<PaymentTools, 'platform'>) =>
  platform.withPlatform((db) => queries.findCustomer(db, id))

export const findSchoolOf = (customerId: string, { platform }: { platform: Platform }) =>
  platform.withPlatform((db) => queries.findSchool(db, customerId))

export const listCustomers = ({ id }: School, { platform }: Pick<PaymentTools, 'platform'>) =>
  platform.withPlatform((db) => queries.listCustomers(db, id))

/**
 * Finds the customer that the school is at the provider; the first payment makes it, once, however many come at once. One that the provider has no more,
 * because it was deleted there or the keys are those of another account, is left: for an earlier one that is there again, or a new one.
 */
export async function ensureCustomer(
  school: School,
  provider: PaymentProvider,
  { platform, now }: Pick<PaymentTools, 'platform' | 'now'>,
): Promise<string> {
  const known = await findCustomer(school, { platform })
  const present = known ? await readCustomer(known, provider) : undefined
  if (present) return updateCustomerDetails(school, present, provider)
  for (const id of known ? await listCustomers(school, { platform }) : []) {
    const former = id === known ? undefined : await readCustomer(id, provider)
    if (!former) continue
    await platform.withPlatform((db) => queries.returnToCustomer(db, school.id, id))
    return updateCustomerDetails(school, former, provider)
  }
  // The provider keeps its answer to a key for a day, also one that says that it failed.
  const hour = Math.floor(now().getTime() / hourMs)
  const idempotencyKey = `customer-${school.id}-${known ?? 'first'}-${hour}`
  // Its name comes afterwards: it may change, and the same key never takes other parameters.
  const made = await provider.ask(({ customers }) =>
    customers.create({ metadata: { school: school.id } }, { idempotencyKey }),
  )
  const id = await updateCustomerDetails(school, made, provider)
  await platform.withPlatform(async (db) => {
    if (known) await queries.leaveCustomer(db, known)
    await queries.insertCustomer(db, school.id, id)
  })
  // Another call may have written one first, long after the key of this one was forgotten.
  return (await findCustomer(school, { platform })) ?? id
}

/**
 * Finds the CPF or CNPJ of the school as a payer of Pix, which an account abroad has to name; undefined for one in Brazil, which must not.
 * @throws AppError payer_tax_id_missing
 */
export async function requireTaxId(school: School, { config }: PaymentProvider): Promise<string | undefined> {
  if (!config.isAbroad) return undefined
  const { tax_id } = await school.tx(queries.findSchoolDetails)
  if (!tax_id) throw new AppError('payer_tax_id_missing')
  return tax_id
}

async function readCustomer(id: string, provider: PaymentProvider): Promise<Stripe.Customer | undefined> {
  const customer = await unlessGone(provider.ask(({ customers }) => customers.retrieve(id)))
  return customer?.deleted ? undefined : customer
}

/**
 * Gives a customer the name and the e-mail that the school has now, for the operators who read payments and disputes at the provider. A refused name stops no payment.
 * @returns its id
 */
async function updateCustomerDetails(
  school: School,
  { id, name, email }: Pick<Stripe.Customer, 'id' | 'name' | 'email'>,
  provider: PaymentProvider,
): Promise<string> {
  const current = await school.tx(queries.findSchoolDetails)
  // The provider takes no empty e-mail.
  const details = { name: current.name, ...(current.email && { email: current.email }) }
  if (name === current.name && (!current.email || email === current.email)) return id
  await provider.ask(({ customers }) => customers.update(id, details)).catch(ignoreRefusal)
  return id
}

function ignoreRefusal(error: unknown): void {
  if (!(error instanceof AppError)) throw error
}
