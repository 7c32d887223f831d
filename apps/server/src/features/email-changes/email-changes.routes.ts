import { emailChanges } from '@escola/contract/email-changes.contract'
import type { Mount } from '../../http/mount.ts'
import { askEmailChange, confirmEmailChange, type EmailChangeTools } from './email-changes.service.ts'
import { showMailedUndo, undoEmailChange } from './undo.service.ts'

export const emailChangeRoutes = (mount: Mount, tools: EmailChangeTools) => {
  mount(emailChanges.ask, (scope, { body }) => askEmailChange(scope, body, tools))
  mount(emailChanges.confirm, (scope, { body }) => confirmEmailChange(scope, body, tools))
  mount(emailChanges.mailedUndo, (_, { params }) => showMailedUndo(params.token, tools))
  mount(emailChanges.undo, (visit, { params }) => undoEmailChange(visit, params.token, tools))
}
