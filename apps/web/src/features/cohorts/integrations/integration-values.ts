import { type Integration, isMapped, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import type { SalesAccount } from '@escola/contract/sales-accounts.contract'
import { ApiError } from '../../../api/api-error.ts'
import type { SentIntegration } from '../cohorts.queries.ts'
import { nameTermFields, readTermValues, type ScopedTermValues, termValuesOf } from '../terms/term-values.ts'

export interface IntegrationValues extends ScopedTermValues {
  gateway: SalesPlatformName
  /** '' where a code is entered instead. */
  account_id: string
  code: string
  access_token: string
  ids: string[]
  keeps_paid_period: boolean
}

/** The account that a new integration begins with: the first of that platform, if there is one. */
export const findAccountId = (accounts: SalesAccount[], gateway: SalesPlatformName) =>
  accounts.find((account) => account.gateway === gateway)?.id ?? ''

export const valuesOf = (integration: Integration | undefined, accounts: SalesAccount[]): IntegrationValues => ({
  gateway: integration?.gateway ?? 'hotmart',
  account_id: integration?.account_id ?? findAccountId(accounts, 'hotmart'),
  code: '',
  access_token: '',
  ids: integration?.ids ?? [],
  keeps_paid_period: integration?.keeps_paid_period ?? true,
  ...termValuesOf(integration?.term ?? null),
  scope: 'new',
})

/** Account, ids and the end of an access, as they are sent; those that stay as they were saved are left out. */
export function toSent(values: IntegrationValues, saved?: Integration): SentIntegration {
  const { gateway, account_id, code, access_token, ids, keeps_paid_period, scope } = values
  const term = readTermValues(values)
  const isForAll = saved !== undefined && scope === 'all'
  return {
    ...(saved && { id: saved.id }),
    gateway,
    ...((!saved || ids.join() !== saved.ids.join()) && { ids: ids.join(' ') }),
    keeps_paid_period,
    ...((saved ? JSON.stringify(term) !== JSON.stringify(saved.term) : term !== null) && { term }),
    ...(isForAll && { term, term_scope: scope }),
    ...(account_id === ''
      ? !isMapped(gateway) && { code, ...(isSoldByAddress(gateway) && { access_token }) }
      : account_id !== saved?.account_id && { account_id }),
  }
}

/** An integration that stays unchanged is sent without its ids: those named by platforms may be longer, or separated otherwise, than typed ones. */
export const toUnchanged = ({ id, gateway }: Integration): SentIntegration => ({ id, gateway })

/** Renames the server's faults of one integration to the names that its form has for the fields. */
export function selectIndexFields(error: unknown, index: number): unknown {
  if (!(error instanceof ApiError) || !error.fields) return error
  const { fields } = error
  const place = `integrations.${index}`
  // This message is about the integration as a whole, or about all of them together.
  error.message = fields[place] ?? fields.integrations ?? error.message
  error.fields = nameTermFields(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([field]) => field.startsWith(`${place}.`))
        .map(([field, text]) => [field.slice(place.length + 1), text]),
    ),
  )
  return error
}
