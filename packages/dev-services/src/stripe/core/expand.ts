import type { Account } from './account.ts'
import { refuse } from './errors.ts'
import { tableOf } from './objects.ts'

/** Fields that Stripe gives only when asked, by object and name. */
export type Includable = Record<string, (account: Account, object: { id: string }) => unknown>

type Value = { [key: string]: unknown; id?: string; object?: string }

/** A copy of an answer in which the asked ids are the objects themselves. */
export function expand(account: Account, answer: object, paths: string[], includable: Includable): object {
  const copy = structuredClone(answer) as Value
  for (const path of paths) {
    const keys = path.split('.')
    if (keys.length > 4) {
      throw refuse(`You cannot expand more than 4 levels of a property (${path}).`, { param: 'expand' })
    }
    expandKeys(copy, keys, path)
  }
  return copy

  function expandKeys(value: Value, [key, ...rest]: string[], path: string): void {
    if (key === undefined) return
    if (key === 'data' && value.object === 'list') {
      for (const each of value.data as Value[]) expandKeys(each, rest, path)
      return
    }
    const include = includable[`${value.object}.${key}`]
    if (include && value[key] === undefined) value[key] = structuredClone(include(account, value as { id: string }))
    const inner = value[key]
    if (typeof inner === 'string') {
      const table = tableOf(inner)
      const found = table && account.table(table).get(inner)
      if (!found) throw cannotExpand(path)
      value[key] = structuredClone(found)
    } else if (inner === undefined || (rest.length === 0 && !include && typeof inner !== 'object')) {
      throw cannotExpand(path)
    }
    const next = value[key]
    if (next && typeof next === 'object') expandKeys(next as Value, rest, path)
  }
}

const cannotExpand = (path: string) => refuse(`This property cannot be expanded (${path}).`, { param: 'expand' })
