import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler, type JobHandler } from '../../jobs/handlers.ts'
import type { People } from '../people/people.service.ts'
import { forgetOldReports } from './sales-reports.service.ts'
import { settleReport, stopSettling } from './settling.service.ts'

export const salesReportHandlers = (own: { people: People }): JobHandler[] => [
  defineHandler(
    jobs.settleSalesReport,
    (school, { reportId }, tools, signal) => settleReport(school, reportId, { ...tools, ...own }, signal),
    (school, { reportId }) => stopSettling(school, reportId),
  ),
  defineHandler(jobs.forgetOldSalesReports, (school, _, tools) => forgetOldReports(school, tools)),
]
