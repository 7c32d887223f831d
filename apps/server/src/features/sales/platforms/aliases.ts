import { isObject, listOf, textOf } from './values.ts'

/** Names are the same whatever their case, `_` and `-`. */
export const normalizeName = (name: string) => name.toLowerCase().replace(/[_-]/g, '')

/** An object by the bare names of its fields; of two that are the same, the first. */
type Fields = Map<string, unknown>

/** Each object is looked through for a hundred names. */
const cached = new WeakMap<object, Fields>()

const fieldsOf = (value: Record<string, unknown>): Fields => {
  const found = cached.get(value)
  if (found) return found
  const fields: Fields = new Map()
  for (const [name, each] of Object.entries(value))
    if (!fields.has(normalizeName(name))) fields.set(normalizeName(name), each)
  cached.set(value, fields)
  return fields
}

/** Names of the objects in which platforms wrap a sale. */
export const wrappers = ['data', 'payload', 'order', 'sale', 'venda', 'transaction']
const mostLayers = 20

/** The body, what it wraps, and what that wraps. */
export function layersOf(body: Record<string, unknown>): Fields[] {
  const layers = [fieldsOf(body)]
  for (let depth = 0, from = 0; depth < 2; depth++) {
    const outer = layers.slice(from)
    from = layers.length
    for (const layer of outer)
      for (const name of wrappers) {
        const inner = layer.get(name)
        if (isObject(inner) && layers.length < mostLayers) layers.push(fieldsOf(inner))
      }
  }
  return layers
}

/** Everything at a path such as `items[].product_id`. */
export function valuesAt(layer: Fields, path: string): unknown[] {
  let found: unknown[] = [layer]
  for (const part of path.split('.')) {
    const name = normalizeName(part.replace('[]', ''))
    found = found.flatMap((value) => {
      const fields = value instanceof Map ? (value as Fields) : isObject(value) ? fieldsOf(value) : undefined
      const next = fields?.get(name)
      return part.endsWith('[]') ? (Array.isArray(next) ? next : listOf(next).filter(isObject)) : [next]
    })
  }
  return found
}

/** Value of an object's field, whatever way its name is written. */
export const getFolded = (value: unknown, name: string): unknown =>
  isObject(value) ? fieldsOf(value).get(normalizeName(name)) : undefined

/** Value of the first alias that has anything to read, in the outermost layer that has it. */
export const firstOf = (layers: Fields[], aliases: string[], read: (value: unknown) => string = textOf): string => {
  for (const alias of aliases)
    for (const layer of layers) {
      const text = valuesAt(layer, alias)
        .map(read)
        .find((each) => each !== '')
      if (text) return text
    }
  return ''
}
