import { refuseUndone } from './errors.ts'

/** Refuses parameters that Stripe knows and the stand-in would have to pass over. */
export function allowOnly(params: object, done: string): void {
  const names = new Set(done.split(' '))
  for (const name of Object.keys(params)) if (name !== 'expand' && !names.has(name)) throw refuseUndone(name)
}

/** An empty text stands for nothing, as on Stripe's wire. */
export const emptyToNull = <T>(value: T | '' | null | undefined): T | null =>
  value === '' || value === undefined ? null : value

type MetadataParam = Record<string, string | number | null> | '' | null | undefined

/** Metadata after a change: keys are added, an empty value takes one away, an empty text takes all. */
export function mergeMetadata(old: Record<string, string> | null, change: MetadataParam): Record<string, string> {
  if (change === undefined) return old ?? {}
  if (change === '' || change === null) return {}
  const merged = {
    ...old,
    ...Object.fromEntries(Object.entries(change).map(([key, value]) => [key, String(value ?? '')])),
  }
  return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== ''))
}

/** The fields of an object that a change gave other values, with the old ones, as events show them. */
export function changeOf<T extends object>(row: T, change: Partial<T>): Partial<T> {
  const previous: Partial<T> = {}
  for (const key of Object.keys(change) as (keyof T)[]) {
    if (JSON.stringify(row[key]) === JSON.stringify(change[key])) continue
    previous[key] = row[key]
    row[key] = change[key] as T[keyof T]
  }
  return previous
}

const noAddress = { city: null, country: null, line1: null, line2: null, postal_code: null, state: null }

type AddressParam = Partial<Record<keyof typeof noAddress, string>> | '' | null | undefined

export const toAddress = (address: AddressParam) => (address ? { ...noAddress, ...address } : null)

/** Details of a payer; Stripe always answers the address, empty or not. */
export const toBillingDetails = (
  details: {
    address?: AddressParam
    email?: string | null
    name?: string | null
    phone?: string | null
    tax_id?: string
  } = {},
) => ({
  address: toAddress(details.address) ?? noAddress,
  email: emptyToNull(details.email),
  name: emptyToNull(details.name),
  phone: emptyToNull(details.phone),
  tax_id: details.tax_id ?? null,
})
