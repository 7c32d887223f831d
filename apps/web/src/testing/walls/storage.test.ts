import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')
/** The door itself, and what clears the stores between tests. */
const allowed = ['api/storage.ts', 'testing/setup.ts']

/** Text without its comments, which may speak of a store; a whole address is no comment. */
const codeOf = (text: string) => text.replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*/g, '')

/** Finds where a store of the browser is asked by itself: that ends the page where the store is closed, missing or full. */
const bareStores = (text: string) =>
  codeOf(text).match(/\b(?:localStorage|sessionStorage|indexedDB|caches)\b(?!['":])/g) ?? []

it('asks the browser’s stores through one door', () => {
  expect(
    bareStores("localStorage.setItem('a', '1')\nwindow.sessionStorage\nlocalStorageColorSchemeManager()"),
  ).toHaveLength(2)
  expect(
    bareStores("localStorage ['a']\nlocalStorage .length\nconst s = sessionStorage\nreturn localStorage ?? s"),
  ).toHaveLength(4)
  expect(bareStores('// localStorage is closed\n/** What localStorage holds */')).toEqual([])
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file) && !allowed.includes(file),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(files.filter((file) => bareStores(readFileSync(path.join(root, file), 'utf8')).length > 0)).toEqual([])
})
