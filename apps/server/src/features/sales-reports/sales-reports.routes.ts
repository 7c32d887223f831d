import { salesReports } from '@escola/contract/sales-reports.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { chooseCohort } from './chosen-cohorts.service.ts'
import { createReport, findReport, listRows, removeReport, settleRows } from './sales-reports.service.ts'

export const salesReportRoutes = (mount: Mount, tools: Tools) => {
  mount(salesReports.create, (school, { body }) => createReport(school, body, tools))
  mount(salesReports.latest, (school) => findReport(school))
  mount(salesReports.rows, (school, { params, query }) => listRows(school, { id: params.id, ...query }))
  mount(salesReports.settle, (school, { params, body }) => settleRows(school, { id: params.id, ...body }))
  mount(salesReports.chooseCohort, (school, { params, body }) =>
    chooseCohort(school, { id: params.id, ...body }, tools),
  )
  mount(salesReports.remove, (school, { params }) => removeReport(school, params.id))
}
