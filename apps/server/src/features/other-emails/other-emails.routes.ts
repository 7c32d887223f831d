import { otherEmails } from '@escola/contract/other-emails.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { addOtherEmail, listOtherEmails, removeOtherEmail } from './other-emails.service.ts'

export const otherEmailRoutes = (mount: Mount, tools: Tools) => {
  mount(otherEmails.list, (school, { params }) => listOtherEmails(school, params))
  mount(otherEmails.add, (school, { params, body }) =>
    addOtherEmail(school, { userId: params.userId, email: body.email }, tools),
  )
  mount(otherEmails.remove, (school, { params }) => removeOtherEmail(school, params))
}
