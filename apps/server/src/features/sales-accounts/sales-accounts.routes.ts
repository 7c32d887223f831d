import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { createAccount, listAccounts, removeAccount, setSelling, updateAccount } from './sales-accounts.service.ts'

export const salesAccountRoutes = (mount: Mount, tools: Tools) => {
  mount(salesAccounts.list, (school) => listAccounts(school))
  mount(salesAccounts.create, (school, { body }) => createAccount(school, body, tools))
  mount(salesAccounts.update, (school, { params, body }) => updateAccount(school, { id: params.id, ...body }, tools))
  mount(salesAccounts.setSelling, (school, { params, body }) =>
    setSelling(school, { id: params.id, sells: body.sells }, tools),
  )
  mount(salesAccounts.remove, (school, { params }) => removeAccount(school, { id: params.id }))
}
