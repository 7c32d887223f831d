import { merges } from '@escola/contract/merges.contract'
import type { Mount } from '../../http/mount.ts'
import { correctEmail, type MergeTools, previewCorrection, previewMerge, startMerge } from './merges.service.ts'
import { undoMerge } from './undoing.service.ts'

export const mergeRoutes = (mount: Mount, tools: MergeTools) => {
  mount(merges.preview, (school, { params, query }) => previewMerge(school, { ...params, ...query }, tools))
  mount(merges.start, (school, { params, body }) => startMerge(school, { ...params, ...body }, tools))
  mount(merges.undo, (school, { params }) => undoMerge(school, params, tools))
  mount(merges.previewCorrection, (school, { params, query }) =>
    previewCorrection(school, { ...params, ...query }, tools),
  )
  mount(merges.correct, (school, { params, body }) => correctEmail(school, { ...params, ...body }, tools))
}
