import { Readable } from 'node:stream'
import { labels } from '@escola/contract/labels'
import type { Purchase, purchaseList } from '@escola/contract/purchase-list.contract'
import { outcomeLabels } from '@escola/contract/purchase-list.contract'
import type { RouteOutput } from '@escola/contract/route'
import { dayOf, formatDate, formatTime } from '@escola/contract/time'
import { csvMark, decimalOf, writeCsvRows } from '../../../core/csv.ts'
import type { Attended } from '../../../core/scope.ts'
import type { SecurityLog } from '../../../core/security-events.ts'
import type { Clock } from '../../../core/tools.ts'
import { Bytes } from '../../../http/replies.ts'
import { findPlace, listPurchaseIds, type Place, type PurchaseFilter } from './purchase-list.queries.ts'
import { describePurchases, purchaseFilterOf } from './purchase-list.service.ts'

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers the purchases that are asked for as a file, written while it is sent. */
export async function exportPurchases(
  school: Attended,
  asked: RouteOutput<typeof purchaseList.exportFile>['query'],
  tools: Clock & { securityLog: SecurityLog },
  atOnce = rowsAtOnce,
): Promise<Bytes> {
  const filter = await school.tx((db) => purchaseFilterOf(db, school, asked))
  tools.securityLog.record('purchases_exported', school, { userId: school.actor.userId, schoolId: school.id })
  return new Bytes(Readable.from(writePurchases(school, filter, atOnce)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="vendas-${dayOf(tools.now())}.csv"`,
    'cache-control': 'no-store',
  })
}

const headingsOf = (seesContacts: boolean) => [
  ...['Dia', 'Hora', 'Comprador'],
  ...(seesContacts ? ['E-mail'] : []),
  ...['Produto', 'Plataforma', 'Situação', 'Valor', 'Moeda'],
]

/** The e-mails are a column for callers who may see them. */
async function* writePurchases(school: Attended, filter: PurchaseFilter, atOnce: number): AsyncGenerator<string> {
  const seesContacts = school.may('students')
  yield csvMark + writeCsvRows([headingsOf(seesContacts)])
  let after: Place | undefined
  let rows: Purchase[]
  do {
    const page = await school.tx(async (db) => {
      const ids = await listPurchaseIds(db, filter, { after, limit: atOnce })
      return { rows: await describePurchases(db, ids), last: ids.length > 0 ? await findPlace(db, ids.at(-1)!) : after }
    })
    rows = page.rows
    after = page.last
    if (rows.length > 0) yield writeCsvRows(rows.map((row) => cellsOf(row, seesContacts)))
  } while (rows.length === atOnce)
}

const cellsOf = (
  { utc_created_on, name, email, product, gateway, outcome, amount }: Purchase,
  seesContacts: boolean,
) => [
  formatDate(utc_created_on),
  formatTime(utc_created_on),
  name,
  ...(seesContacts ? [email] : []),
  product,
  labels.providers[gateway],
  outcomeLabels[outcome],
  amount ? decimalOf(amount.cents) : '',
  amount?.currency ?? '',
]
