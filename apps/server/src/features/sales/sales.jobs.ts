import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import { failSale, processSale, type SaleTools } from './sale-processing.service.ts'
import { forgetOldSales } from './sales.service.ts'

export const saleJobs = (own: Pick<SaleTools, 'people' | 'mercadoPago'>): JobHandler[] => [
  defineHandler(
    jobs.processSale,
    (school, { saleId }, tools) => processSale(school, saleId, { ...tools, ...own }),
    (school, { saleId }) => failSale(school, saleId),
  ),
  defineHandler(jobs.forgetOldSales, (school, _, tools, signal) => forgetOldSales(school, tools, signal)),
]
