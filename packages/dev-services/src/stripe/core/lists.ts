import type { Account } from './account.ts'
import { refuse } from './errors.ts'
import type { TableName, Tables } from './objects.ts'

interface Page {
  limit?: number
  starting_after?: string
  ending_before?: string
  created?: number | { gt?: number; gte?: number; lt?: number; lte?: number }
}

export interface List<T> {
  object: 'list'
  url: string
  has_more: boolean
  data: T[]
}

interface Filter<T> {
  /** Address of the list, when it isn't the table's own. */
  url?: string
  matches?: (row: T) => boolean
}

/** A page of a table's rows, the newest first, in Stripe's shape. */
export function listRows<Name extends TableName>(
  account: Account,
  name: Name,
  page: Page,
  { url = `/v1/${name}`, matches = () => true }: Filter<Tables[Name]> = {},
): List<Tables[Name]> {
  const { limit = 10, starting_after, ending_before } = page
  if (limit < 1) throw refuse('This value must be greater than or equal to 1.', { param: 'limit' })
  if (limit > 100) throw refuse('This value must be less than or equal to 100.', { param: 'limit' })
  if (starting_after) account.find(name, starting_after, 'starting_after')
  if (ending_before) account.find(name, ending_before, 'ending_before')
  const newestFirst = [...account.table(name).read()].reverse()
  const rows = newestFirst.filter((row) => isWithin(row as { created?: number }, page.created) && matches(row))
  if (ending_before) {
    const before = rows.slice(
      0,
      rows.findIndex((row) => row.id === ending_before),
    )
    return { object: 'list', url, has_more: before.length > limit, data: before.slice(-limit) }
  }
  const rest = starting_after ? rows.slice(rows.findIndex((row) => row.id === starting_after) + 1) : rows
  return { object: 'list', url, has_more: rest.length > limit, data: rest.slice(0, limit) }
}

function isWithin({ created = 0 }: { created?: number }, range: Page['created']): boolean {
  if (range === undefined) return true
  if (typeof range === 'number') return created === range
  const { gt = -1, gte = 0, lt = Infinity, lte = Infinity } = range
  return created > gt && created >= gte && created < lt && created <= lte
}
