import { Readable } from 'node:stream'
import { labels } from '@escola/contract/labels'
import type { Purchase, purchaseList } from '@escola/contract/purchase-list.contract'
import { outcomeLabels } from '@escola/contract/purchase-list.contract'
import type { RouteOutput } from '@escola/contract/route'
import { dayOf, formatDate, formatTime } from '@escola/contract/time'
import { csvMark, decimalOf, writeCsvRows } from '../../../core/csv.ts'
import type { Attended, School } from '../../../core/scope.ts'
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
  const filter = await school.tx((db) => purchaseFilterOf(db, asked))
  tools.securityLog.record('purchases_exported', school, { userId: school.actor.userId, schoolId: school.id })
  return new Bytes(Readable.from(writePurchases(school, filter, atOnce)), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="vendas-${dayOf(tools.now())}.csv"`,
    'cache-control': 'no-store',
  })
}

const headings = ['Dia', 'Hora', 'Comprador', 'E-mail', 'Produto', 'Plataforma', 'Situação', 'Valor', 'Moeda']

async function* writePurchases(school: School, filter: PurchaseFilter, atOnce: number): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([headings])
  let after: Place | undefined
  let rows: Purchase[]
  do {
    const page = await school.tx(async (db) => {
      const ids = await listPurchaseIds(db, filter, { after, limit: atOnce })
      return { rows: await describePurchases(db, ids), last: ids.length > 0 ? await findPlace(db, ids.at(-1)!) : after }
    })
    rows = page.rows
    after = page.last
    if (rows.length > 0) yield writeCsvRows(rows.map(cellsOf))
  } while (rows.length === atOnce)
}

const cellsOf = ({ utc_created_on, name, email, product, gateway, outcome, amount }: Purchase) => [
  formatDate(utc_created_on),
  formatTime(utc_created_on),
  name,
  email,
  product,
  labels.providers[gateway],
  outcomeLabels[outcome],
  amount ? decimalOf(amount.cents) : '',
  amount?.currency ?? '',
]
