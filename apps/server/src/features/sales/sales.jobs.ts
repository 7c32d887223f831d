import type { PlatformTools } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { answerPurchaseHelp, mailBuyer } from './help/purchase-help.service.ts'
import { forgetOldSales } from './kept-sales.service.ts'
import { repeatAccountSales } from './mappings/field-mappings.service.ts'
import { repeatFollowedSales, repeatResumedSales, repeatSoldSales } from './repeated-sales.service.ts'
import { failSale, processSale, type SaleTools } from './sale-processing.service.ts'

export const saleHandlers = (own: Pick<SaleTools, 'people' | 'mercadoPago'>): JobHandler[] => [
  defineHandler(
    jobs.processSale,
    (school, { saleId }, tools) => processSale(school, saleId, { ...tools, ...own }),
    (school, { saleId }) => failSale(school, saleId),
  ),
  defineHandler(jobs.repeatAccountSales, (school, { accountId }, _, signal) =>
    repeatAccountSales(school, { accountId }, signal),
  ),
  defineHandler(jobs.repeatSoldSales, (school, payload, _, signal) => repeatSoldSales(school, payload, signal)),
  defineHandler(jobs.repeatResumedSales, (school, payload, _, signal) => repeatResumedSales(school, payload, signal)),
  defineHandler(jobs.repeatFollowedSales, (school, _, __, signal) => repeatFollowedSales(school, signal)),
  defineHandler(jobs.forgetOldSales, (school, _, tools, signal) => forgetOldSales(school, tools, signal)),
]

export const purchaseHelpHandlers = (own: Pick<PlatformTools, 'platform'> & { mailer: Mailer }): JobHandler[] => [
  defineHandler(jobs.answerPurchaseHelp, (school, payload, tools) => answerPurchaseHelp(school, payload, tools)),
  defineHandler(jobs.mailBuyer, (school, payload, tools) => mailBuyer(school, payload, { ...tools, ...own })),
]
