import { examImports } from '@escola/contract/exam-imports.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { downloadModel, downloadVerdicts, exportQuestions } from './exam-import-files.service.ts'
import { forecastUndo, undoImport } from './exam-import-undo.service.ts'
import {
  cancelImport,
  confirmImport,
  getImport,
  listImports,
  listVerdicts,
  startImport,
} from './exam-imports.service.ts'

export const examImportRoutes = (mount: Mount, tools: Tools) => {
  mount(examImports.start, (school, { query, file }) => startImport(school, { ...query, file }, tools))
  mount(examImports.list, (school) => listImports(school))
  mount(examImports.get, (school, { params }) => getImport(school, params))
  mount(examImports.items, (school, { params, query }) => listVerdicts(school, { id: params.id, ...query }))
  mount(examImports.itemsFile, (school, { params }) => downloadVerdicts(school, params))
  mount(examImports.confirm, (school, { params, body }) => confirmImport(school, { id: params.id, ...body }))
  mount(examImports.cancel, (school, { params }) => cancelImport(school, params, tools))
  mount(examImports.undoForecast, (school, { params }) => forecastUndo(school, params))
  mount(examImports.undo, (school, { params }) => undoImport(school, params, tools))
  mount(examImports.modelFile, async () => downloadModel())
  mount(examImports.exportFile, async (school, { query }) => exportQuestions(school, query, tools))
}
