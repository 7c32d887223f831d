import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
/** File that loads pages for all others, and hands the session over where the browser keeps nothing. */
const loader = 'api/token.ts'

/** Finds where another page is loaded by itself, which loses a session that only the page has. Links go through it by themselves. */
const bareLoads = (text: string) =>
  text.match(
    /\blocation\s*\??\.\s*(?:assign|replace)\b|\blocation(?:\.(?:href|pathname|search))?\s*=(?![=>])|\bwindow\.open\(|['"]_self['"]/g,
  ) ?? []

it('loads other pages in one place', () => {
  const bare =
    "location.assign(a)\nwindow.location . replace (a)\nlocation.href = a\ndocument.location=a\nwindow.open(a, '_self')"
  expect(bareLoads(bare)).toHaveLength(6)
  expect(bareLoads('location.href === a\nlocation.reload()\nloadPage(location.href)\n({ location }) => 1')).toEqual([])
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && file !== loader,
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => bareLoads(readFileSync(path.join(root, file), 'utf8')).length > 0)).toEqual([])
  expect(readFileSync(path.join(root, 'main.tsx'), 'utf8')).toContain('carryByLinks()')
})
