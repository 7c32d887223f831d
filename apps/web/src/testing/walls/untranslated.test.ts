import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** Finds codes that a browser would translate: a key or a record of a domain must be copied to the letter. */
const translatedCodes = (text: string) =>
  (text.match(/<(?:code|Code|Typed)\b[^>]*>/g) ?? []).filter((tag) => !tag.includes('translate="no"'))

it('lets no browser translate a code', () => {
  expect(translatedCodes('<code>{key}</code><Code block translate="no">')).toEqual(['<code>'])
  const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.tsx') && !file.endsWith('.test.tsx'),
  )
  expect(screens.flatMap((file) => translatedCodes(readFileSync(path.join(root, file), 'utf8')))).toEqual([])
})
