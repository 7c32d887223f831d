import { fieldMappings } from '@escola/contract/field-mappings.contract'
import { purchaseList } from '@escola/contract/purchase-list.contract'
import { purchases } from '@escola/contract/purchases.contract'
import { salesPlatforms } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import type { SecurityLog } from '../../core/security-events.ts'
import type { Mount } from '../../http/mount.ts'
import { forecastAccount } from '../integrations/sales-forecast.service.ts'
import { readSent } from './deliveries/sent-deliveries.service.ts'
import type { WebhookIntake } from './deliveries/webhook-intake.ts'
import { type Address, receive, type WebhookTools } from './deliveries/webhooks.service.ts'
import { forecastGiving, type GivingTools, givePurchase } from './given/given-purchases.service.ts'
import { askPurchaseHelp, type HelpTools } from './help/purchase-help.service.ts'
import { exportPurchases } from './listed/purchase-export.service.ts'
import { getPurchase, listPurchases } from './listed/purchase-list.service.ts'
import { summarizeSales } from './listed/sales-summary.service.ts'
import { getMapping, previewMapping, saveMapping } from './mappings/field-mappings.service.ts'
import { correctEmail, dismissSale, listSales, replaySale, replaySales, setOfClass } from './sales.service.ts'

export const saleRoutes = (mount: Mount, tools: HelpTools & GivingTools & { securityLog: SecurityLog }) => {
  mount(sales.list, (school, { query }) => listSales(school, query))
  mount(purchaseList.summary, (school) => summarizeSales(school, tools))
  mount(purchaseList.list, (school, { query }) => listPurchases(school, query))
  mount(purchaseList.exportFile, (school, { query }) => exportPurchases(school, query, tools))
  mount(purchaseList.get, (school, { params }) => getPurchase(school, params))
  mount(sales.readDelivery, (school, { params }) => readSent(school, params, tools))
  mount(sales.replay, (school, { params, body }) =>
    replaySale(school, { id: params.id, cohortId: body.school_gateway_id, ids: body.ids }),
  )
  mount(sales.replayAll, (school, { body }) => replaySales(school, body))
  mount(sales.correctEmail, (school, { params, body }) => correctEmail(school, { id: params.id, email: body.email }))
  mount(sales.dismiss, (school, { params, body }) => dismissSale(school, { id: params.id, reason: body.reason }, tools))
  mount(sales.setOfClass, (school, { params, body }) =>
    setOfClass(school, { id: params.id, ids: body.ids, isOfClass: body.is_of_class }, tools),
  )
  mount(fieldMappings.get, (school, { params }) => getMapping(school, { id: params.id }, tools))
  mount(fieldMappings.preview, (school, { params, body }) =>
    previewMapping(school, { id: params.id, draft: body }, tools),
  )
  mount(fieldMappings.save, (school, { params, body }) => saveMapping(school, { id: params.id, mapping: body }))
  mount(salesAccounts.forecast, (school, { params }) => forecastAccount(school, params, tools))
  mount(purchases.forecast, (school, { body }) => forecastGiving(school, body, tools))
  mount(purchases.give, (school, { body }) => givePurchase(school, body, tools))
  mount(sales.askHelp, (school, { body }) => askPurchaseHelp(school, body, tools))
}

/** Asked by programs of others, which send bodies of any type. */
export const webhookRoutes = (mount: Mount, tools: Omit<WebhookTools, 'countFor'> & { intake: WebhookIntake }) => {
  mount(sales.receive, ({ ip }, { incoming, countFor }) =>
    tools.intake.take(ip, () => receive(incoming, undefined, { ...tools, countFor })),
  )
  mount(sales.receiveAtAddress, ({ ip }, { incoming, countFor, params }) =>
    tools.intake.take(ip, () => receive(incoming, addressOf(params), { ...tools, countFor })),
  )
  mount(sales.check, () => ({ received: false }))
  mount(sales.checkAddress, () => ({ received: false }))
}

const addressOf = ({ schoolId, place }: { schoolId: string; place: string }): Address => {
  const platform = salesPlatforms.find((name) => name === place)
  return platform ? { schoolId, platform } : { schoolId, cohortId: place }
}
