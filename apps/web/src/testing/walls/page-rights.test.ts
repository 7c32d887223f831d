import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { pageRights } from '../../session/page-rights.ts'

const folder = path.resolve(import.meta.dirname, '../../routes/_app')

/** Routes of the team's pages, by the guard that they call. */
const guardedIn = (text: string) =>
  /\brequireAdmin\b/.test(text) ? [...text.matchAll(/createFileRoute\('([^']+)'\)/g)].map(([, id]) => id!) : []

it('knows a page of the team by its guard', () => {
  expect(guardedIn("createFileRoute('/_app/a')({ beforeLoad: requireAdmin })")).toEqual(['/_app/a'])
  expect(guardedIn("createFileRoute('/_app/b')({ beforeLoad: requireMember })")).toEqual([])
})

it('every page of the team names its right, and nothing else does', () => {
  const guarded = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.tsx'))
    .flatMap((file) => guardedIn(readFileSync(path.join(folder, file), 'utf8')))
  expect(guarded.length).toBeGreaterThan(30)
  expect(guarded.toSorted()).toEqual(Object.keys(pageRights).toSorted())
})
