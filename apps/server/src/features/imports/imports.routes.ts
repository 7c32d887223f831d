import { imports } from '@escola/contract/imports.contract'
import type { Mount } from '../../http/mount.ts'
import { checkImport } from './import-check.service.ts'
import { forecastUndo, undoImport } from './import-undo.service.ts'
import {
  getImport,
  getRefusalsFile,
  type ImportTools,
  listCohortImports,
  settleImport,
  startImport,
  watchImport,
} from './imports.service.ts'

export const importRoutes = (mount: Mount, tools: ImportTools) => {
  mount(imports.start, (school, { query: { filename, school_gateway_id, renews }, file }) =>
    startImport(school, { filename, cohortId: school_gateway_id, renews, file }, tools),
  )
  mount(imports.check, (school, { body: { school_gateway_id, rows } }) =>
    checkImport(school, { cohortId: school_gateway_id, rows }, tools),
  )
  mount(imports.list, (school, { query }) => listCohortImports(school, query.school_gateway_id))
  mount(imports.get, (school, { params }) => getImport(school, params.id))
  mount(imports.events, (school, { params }) => watchImport(school, params.id, tools))
  mount(imports.refusalsFile, (school, { params }) => getRefusalsFile(school, params.id))
  mount(imports.undoForecast, (school, { params }) => forecastUndo(school, params.id, tools))
  mount(imports.undo, (school, { params }) => undoImport(school, params.id, tools))
  mount(imports.settle, (school, { params }) => settleImport(school, params.id, tools))
}
