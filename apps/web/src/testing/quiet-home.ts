import { affiliates } from '@escola/contract/affiliates.contract'
import { charges } from '@escola/contract/charges.contract'
import { sales } from '@escola/contract/sales.contract'
import { threads } from '@escola/contract/threads.contract'
import { type Today, today } from '@escola/contract/today.contract'
import type { fakeServer } from './fake-server.ts'

export const quietToday: Today = {
  utc_grace_ends_on: null,
  utc_mail_stopped_on: null,
  release_notices: [],
  undelivered: 0,
  drafts: { total: 0, list: [] },
  models: { total: 0, list: [] },
  imports: { total: 0, list: [] },
  doubtful_emails: { total: 0, list: [] },
  days: [],
  stops: null,
  happenings: [],
}

/** Answers what an administrator's home asks for, in a school where nothing waits and nothing happens. */
export function quietHome(server: ReturnType<typeof fakeServer>) {
  server.on(today.get, () => quietToday)
  server.on(charges.month, () => ({ month_students: null }))
  server.on(affiliates.franchisors, () => ({ pending: [], approved: [] }))
  server.on(threads.waiting, () => ({ total: 0, page: 1, rowsPerPage: 20, threads: [] }))
  server.on(sales.list, () => ({
    sales: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
    unmatched: 0,
    without_email: 0,
    not_understood: 0,
  }))
  return server
}
