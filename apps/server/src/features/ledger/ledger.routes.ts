import { ledger } from '@escola/contract/ledger.contract'
import type { PlatformTools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { adjustBalance, readStatement, swapPoints } from './ledger.service.ts'
import { downloadTotals, readTotals } from './platform-totals.service.ts'
import { downloadStatement } from './statement-file.service.ts'

export const ledgerRoutes = (mount: Mount, tools: PlatformTools) => {
  mount(ledger.statement, (school, { query }) => readStatement(school, query, tools))
  mount(ledger.download, (school, { query }) => downloadStatement(school, query.month, tools))
  mount(ledger.swapPoints, (school, { body }) => swapPoints(school, body.pointsToRemove, tools))
  mount(ledger.totals, (_visit, { query }) => readTotals(query, tools))
  mount(ledger.downloadTotals, () => downloadTotals(tools))
  mount(ledger.adjust, (school, { body }) => adjustBalance(school, body, tools))
}
