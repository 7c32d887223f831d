import { parse } from 'qs'
import { isObject } from './values.ts'

/** A delivery that cannot be read. The answer to its sender says so. */
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

type Body = Record<string, unknown>

/**
 * Bodies that platforms send: JSON under whatever content type, a form with brackets as PHP writes them, or the parts of one. The first character tells
 * them apart, since several platforms name the wrong type or none. Its objects inherit nothing. What tools between platform and school have wrapped is
 * unwrapped; a signature is about the bytes as they came.
 */
export function parseBody(raw: Buffer): Body {
  if (raw.length > bounds.bytes) throw new UnreadableBody('the body is too large')
  const text = decodeText(raw).trim()
  return text === '' ? {} : unwrap(parseText(text), 2)
}

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = new TextDecoder('windows-1252')

/** UTF-8, or what old shops still write: Latin-1, which is hardly ever UTF-8 by chance. */
function decodeText(raw: Buffer): string {
  try {
    return utf8.decode(raw)
  } catch {
    return latin1.decode(raw)
  }
}

function parseText(text: string): unknown {
  if (/^[{["]/.test(text)) return parseJson(text)
  if (text.startsWith('--')) return parseForm(joinParts(text))
  // A form has at least one field with a value. What begins otherwise is XML, or no sale.
  if (/^[\w%]/.test(text) && text.includes('=')) return parseForm(text)
  throw new UnreadableBody('the body is neither JSON nor a form')
}

/** The one sale of a list, the JSON in a text, or in the only field of a form, and what n8n has put beside headers and query. */
function unwrap(value: unknown, depth: number): Body {
  if (typeof value === 'string' && depth > 0) return unwrap(parseText(value.trim()), depth - 1)
  if (Array.isArray(value) && value.length === 1 && depth > 0) {
    const [item] = value
    const isForwarded = isObject(item) && isObject(item.headers) && isObject(item.body)
    return unwrap(isForwarded ? item.body : item, depth - 1)
  }
  if (!isObject(value)) throw new UnreadableBody('the body is no object')
  const [only, ...others] = Object.values(value)
  const inner = typeof only === 'string' && others.length === 0 && depth > 0 ? parseInner(only) : undefined
  return inner ?? value
}

/** Object that stands as JSON in a text; undefined for any other text. */
function parseInner(text: string): Body | undefined {
  if (!text.trimStart().startsWith('{')) return undefined
  try {
    return parseJson(text) as Body
  } catch {
    return undefined
  }
}

function parseJson(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw new UnreadableBody('the body is broken JSON')
  }
  return stripSecrets(value, bounds.depth)
}

function parseForm(text: string): unknown {
  try {
    const form = parse(text, {
      depth: bounds.depth,
      parameterLimit: bounds.fields,
      arrayLimit: bounds.items,
      throwOnLimitExceeded: true,
      // PHP, which made these forms, takes the last one.
      duplicates: 'last',
      decoder: decodeField,
    })
    return stripSecrets(form, bounds.depth + 1)
  } catch {
    throw new UnreadableBody('the form is too large or nests too deeply')
  }
}

/** Bytes of a field are UTF-8, or else Latin-1, as those of a whole body. */
const decodeField = (text: string): string =>
  text
    .replaceAll('+', ' ')
    .replace(/(?:%[0-9a-f]{2})+/gi, (codes) => decodeText(Buffer.from(codes.replaceAll('%', ''), 'hex')))

/** Fields of a multipart body as those of a form; files have no field. */
function joinParts(text: string): string {
  const [boundary] = text.split(/\r?\n/, 1)
  const fields = text.split(boundary!).flatMap((part) => {
    const [head = '', ...rest] = part.replace(/^\r?\n/, '').split(/\r?\n\r?\n/)
    const name = /;\s*name="([^"]+)"/i.exec(head)?.[1]
    if (name === undefined || /;\s*filename=/i.test(head)) return []
    const value = rest.join('\r\n\r\n').replace(/\r?\n$/, '')
    return [`${encodeText(name)}=${encodeText(value)}`]
  })
  if (fields.length === 0) throw new UnreadableBody('the body has no fields')
  return fields.join('&')
}

/** Half of a pair, which the text of a JSON may hold, can't be encoded. */
const encodeText = (text: string) => encodeURIComponent(text.toWellFormed())

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
