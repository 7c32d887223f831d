import { examCorrections } from '@escola/contract/exam-corrections.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import {
  correctKey,
  getCorrections,
  previewCorrection,
  resumeRegrading,
  undoCorrection,
} from './exam-corrections.service.ts'

export const examCorrectionRoutes = (mount: Mount, tools: Tools) => {
  mount(examCorrections.get, (school, { params }) => getCorrections(school, params))
  mount(examCorrections.preview, (school, { params, body }) => previewCorrection(school, { id: params.id, ...body }))
  mount(examCorrections.start, (school, { params, body }) => correctKey(school, { id: params.id, ...body }, tools))
  mount(examCorrections.undo, (school, { params }) => undoCorrection(school, params, tools))
  mount(examCorrections.resume, (school, { params }) => resumeRegrading(school, params, tools))
}
