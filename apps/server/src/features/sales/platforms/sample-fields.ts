import { everyItem, type FieldPath, mappingLimits, type SampleField } from '@escola/contract/field-mappings.contract'
import { storable } from '@escola/contract/text'
import { itemsOf } from './mapped-values.ts'
import { isObject } from './values.ts'

/** Items of a list that are looked through: one may have a field that the first lacks. */
const itemsRead = 5

/**
 * Fields of a body that a school may choose from, each once, in the order in which they came. What stands in a list is one field of all items.
 * @param body without its secrets
 */
export function listSampleFields(body: Record<string, unknown>): { fields: SampleField[]; isCut: boolean } {
  const found = new Map<string, SampleField>()
  let isCut = false
  const add = (path: FieldPath, value: unknown) => {
    const key = JSON.stringify(path)
    if (found.has(key)) return
    const text = value === null ? '' : storable(String(value))
    found.set(key, { path, text: text.slice(0, mappingLimits.sampleText).toWellFormed() })
  }
  const walk = (value: unknown, path: FieldPath) => {
    if (found.size >= mappingLimits.sampleFields || path.length > mappingLimits.depth) {
      isCut = true
      return
    }
    const items = itemsOf(value)
    if (items) for (const item of items.slice(0, itemsRead)) walk(item, [...path, everyItem])
    else if (!isObject(value)) add(path, value)
    else
      for (const [name, each] of Object.entries(value))
        if (isChoosable(name)) walk(each, [...path, name])
        else isCut = true
  }
  walk(body, [])
  return { fields: [...found.values()], isCut }
}

const isChoosable = (name: string) => name !== '' && name.length <= mappingLimits.keyMax && name === storable(name)
