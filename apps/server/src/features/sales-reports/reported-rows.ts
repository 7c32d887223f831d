import { createHash } from 'node:crypto'
import type { NewReportRow, ReportStatus } from '@escola/contract/sales-reports.contract'
import { dayAfter, dayStart } from '@escola/contract/time'

/** Purchase of a report, made of all of its rows. */
export interface ReportedRow {
  line: number
  status: ReportStatus
  transaction: string
  name: string
  /** Address that works, else what stands in the report. */
  email: string
  cellphone: string
  productIds: string[]
  offerIds: string[]
  productName: string
  subscription: string | null
  occurredOn: Date
  isStated: boolean
  endsOn: Date | null
  key: string
  /** Class that was chosen for it alone, which is there still. */
  chosenId?: string | null | undefined
  /** Some of its rows are paid, and others paid back. */
  isMixed: boolean
}

/** Makes one purchase of all rows of a transaction, in the order of the file. */
export const gatherRows = (rows: NewReportRow[], arrivedOn: Date): ReportedRow[] =>
  [...Map.groupBy(rows, ({ transaction }) => transaction).values()].map((same) => gather(same, arrivedOn))

function gather(rows: NewReportRow[], arrivedOn: Date): ReportedRow {
  const isPaid = ({ status }: NewReportRow) => status === 'paid'
  // The end says what became of it; of products that are paid and paid back, a person judges.
  const main = rows.find((row) => !isPaid(row)) ?? rows[0]!
  const textOf = (field: 'name' | 'email' | 'cellphone' | 'product_name' | 'subscription') =>
    rows.find((row) => row[field] !== '')?.[field] ?? ''
  const idsOf = (field: 'product_id' | 'offer_id') => [...new Set(rows.map((row) => row[field]).filter(Boolean))]
  const { occurredOn, isStated } = isPaid(main)
    ? momentOf(main.paid_on, arrivedOn)
    : { occurredOn: arrivedOn, isStated: false }
  const gathered = {
    line: rows[0]!.line,
    status: main.status,
    transaction: main.transaction,
    name: textOf('name'),
    email: textOf('email'),
    cellphone: textOf('cellphone'),
    productIds: idsOf('product_id'),
    offerIds: idsOf('offer_id'),
    productName: textOf('product_name'),
    subscription: textOf('subscription') || null,
    occurredOn,
    isStated,
    endsOn: main.ends_on === '' ? null : startOf(main.ends_on),
  }
  return { ...gathered, key: keyOf(main, gathered), isMixed: rows.some(isPaid) && !rows.every(isPaid) }
}

/**
 * Moment of a payment. A day alone is taken as its end: a card that was refused and then paid on that day is paid, and what ended on a later day has
 * ended. None is later than the arrival.
 */
function momentOf(paidOn: string, arrivedOn: Date): { occurredOn: Date; isStated: boolean } {
  if (paidOn === '') return { occurredOn: arrivedOn, isStated: false }
  const isDay = isMereDay(paidOn)
  const moment = isDay ? new Date(dayStart(dayAfter(paidOn, 1)).getTime() - 1) : new Date(paidOn)
  return { occurredOn: moment < arrivedOn ? moment : arrivedOn, isStated: !isDay && moment < arrivedOn }
}

const isMereDay = (text: string) => text.length === 10
const startOf = (text: string) => (isMereDay(text) ? dayStart(text) : new Date(text))

/** Names what a report says of a purchase, so that the same said again is the same fact. It holds nothing of the person. */
function keyOf(
  { paid_on, ends_on }: NewReportRow,
  { status, transaction, productIds, offerIds, subscription }: Omit<ReportedRow, 'key' | 'isMixed'>,
) {
  const content = JSON.stringify([
    status,
    transaction,
    productIds.toSorted(),
    offerIds.toSorted(),
    subscription,
    paid_on,
    ends_on,
  ])
  return `report ${createHash('sha256').update(content).digest('hex')}`
}
