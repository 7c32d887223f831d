import { hourMs } from '@escola/contract/durations'
import { moneyOf } from '@escola/contract/money'
import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { lockBank } from '../ledger/ledger.service.ts'
import type { PaymentTools, PlanPort } from './customers.service.ts'
import * as queries from './payment-proof.queries.ts'

export interface ProofClock extends Clock {
  /** Time by which two moments of one event, and the clocks of two processes and of the provider, may differ; an hour where left out. */
  skewMs?: number
}
const reais = (cents: number) => `${moneyOf(cents)} BRL`

/**
 * Lists in words each of the school's own rows that another row contradicts: a payment and its movements, refunds and disputes; a movement of the provider's money
 * without a payment; the school's plan, its history and what is paid of it. The provider is not asked. Its statements may see a plan that changes between them,
 * so what seems wrong is read once more while none can change.
 */
export async function listOwnFaults(
  db: SchoolDb,
  clock: ProofClock,
  { plans }: Pick<PaymentTools, 'plans'>,
): Promise<string[]> {
  if ((await readFaults(db, clock, plans)).length === 0) return []
  await lockBank(db)
  return readFaults(db, clock, plans)
}

async function readFaults(db: SchoolDb, { skewMs = hourMs, ...clock }: ProofClock, plans: PlanPort): Promise<string[]> {
  return [
    ...(await queries.listWrongPayments(db, skewMs)).map(faultOfPayment),
    ...(await queries.listUnpaidMovements(db)).map(
      ({ number, kind, cents }) => `movement ${number} (${kind}): no payment has caused its ${reais(cents)}`,
    ),
    ...(await plans.listFaults(db, { ...clock, skewMs })),
  ]
}

function faultOfPayment(row: queries.WrongPayment): string {
  const { id, item, status, cents, returned_cents, utc_paid_on, booked_cents, kept_cents, utc_booked_on } = row
  const says = `${status}, ${reais(cents)}, ${reais(returned_cents)} returned, paid on ${momentOf(utc_paid_on)}`
  const booked = `${reais(booked_cents)} for ${row.booked_item ?? 'nothing'} on ${momentOf(utc_booked_on)}, and ${reais(kept_cents)} of it are left`
  return `payment ${id} (${item}): it says ${says}; its movements have ${booked}; its refunds and disputes are ${reais(row.returns_cents)}`
}

const momentOf = (moment: Date | null) => moment?.toISOString() ?? 'no day'
