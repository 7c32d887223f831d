import { type Integration, isSoldByAddress, type SalesPlatformName } from '@escola/contract/sales'
import { ApiError } from '../../api/api-error.ts'
import type { SentIntegration } from './cohorts.queries.ts'

export interface IntegrationValues extends Record<string, unknown> {
  gateway: SalesPlatformName
  code: string
  access_token: string
  ids: string[]
  keeps_paid_period: boolean
}

export const valuesOf = (integration?: Integration): IntegrationValues => ({
  gateway: integration?.gateway ?? 'hotmart',
  code: '',
  access_token: '',
  ids: integration?.ids ?? [],
  keeps_paid_period: integration?.keeps_paid_period ?? true,
})

/** A saved code is never shown: without a new one it is left out, and stays. So do untouched ids. */
export function toSent(values: IntegrationValues, saved?: Integration): SentIntegration {
  const { gateway, code, access_token, ids, keeps_paid_period } = values
  const isGiven = (text: string) => !saved || text.trim() !== ''
  return {
    ...(saved && { id: saved.id }),
    gateway,
    ...((!saved || ids.join() !== saved.ids.join()) && { ids: ids.join(' ') }),
    keeps_paid_period,
    ...(isGiven(code) && { code }),
    ...(isSoldByAddress(gateway) && isGiven(access_token) && { access_token }),
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
  error.fields = Object.fromEntries(
    Object.entries(fields)
      .filter(([field]) => field.startsWith(`${place}.`))
      .map(([field, text]) => [field.slice(place.length + 1), text]),
  )
  return error
}
