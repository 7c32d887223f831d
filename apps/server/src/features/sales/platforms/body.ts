import { parse } from 'qs'

/** A delivery that cannot be read. Its sender is told so. */
export class UnreadableBody extends Error {}

const bounds = {
  /** Real deliveries have a few kilobytes. */
  bytes: 256 * 1024,
  /** Hotmart's deepest field lies six levels down. */
  depth: 12,
  fields: 2000,
  items: 500,
}

/** Nothing of ours is called so, and naive code that copies such a field changes every object of the process. */
const dangerous = new Set(['__proto__', 'constructor', 'prototype'])

/**
 * Bodies that platforms send: JSON under whatever content type, or a form with brackets as PHP writes them. The first character tells them
 * apart, since several platforms name the wrong type or none. Its objects inherit nothing.
 */
export function parseBody(raw: Buffer): Record<string, unknown> {
  if (raw.length > bounds.bytes) throw new UnreadableBody('the body is too large')
  const text = raw
    .toString('utf8')

    .trim()
  if (text === '') return {}
  if (text.startsWith('{')) return parseJson(text)
  // A form has at least one field with a value. What begins otherwise is a list, XML, or parts of a multipart body.
  if (/^[\w%[]/.test(text) && text.includes('=')) return parseForm(text)
  throw new UnreadableBody('the body is neither JSON nor a form')
}

function parseJson(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody('the body is broken JSON')
  }
  return stripSecrets(value, bounds.depth) as Record<string, unknown>
}

function parseForm(text: string): Record<string, unknown> {
  try {
    const form = parse(text, {
      depth: bounds.depth,
      parameterLimit: bounds.fields,
      arrayLimit: bounds.items,
      throwOnLimitExceeded: true,
      // PHP, which made these forms, takes the last one.
      duplicates: 'last',
    })
    return stripSecrets(form, bounds.depth + 1) as Record<string, unknown>
  } catch {
    throw new UnreadableBody('the form is too large or nests too deeply')
  }
}

/** Checks of an address have no body. */
export const isEmpty = (body: Record<string, unknown>): boolean => Object.keys(body).length === 0

/** Copies data without its dangerous names. */
function stripSecrets(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth === 0) throw new UnreadableBody('the body nests too deeply')
  if (Array.isArray(value)) return value.map((each) => stripSecrets(each, depth - 1))
  const copy: Record<string, unknown> = Object.create(null)
  for (const [name, each] of Object.entries(value)) if (!dangerous.has(name)) copy[name] = stripSecrets(each, depth - 1)
  return copy
}
