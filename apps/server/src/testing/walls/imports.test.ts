import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../../../../..')

interface Import {
  from: string
  to: string
}

/** Every import of our own code: who imports what, both as paths from the root; packages keep their names. */
const imports: Import[] = ['packages', 'apps'].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules') && !/\.gen\.ts$|\/dist\//.test(file))
    .flatMap((file) => {
      const from = path.join(folder, file)
      const text = readFileSync(path.join(root, from), 'utf8')
      return [...text.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map(([, to]) => ({
        from,
        to: to!.startsWith('.') ? path.join(path.dirname(from), to!) : to!,
      }))
    }),
)
const isTest = (file: string) => /\.(test|testing)\.tsx?$|\/testing\/|\/bench\/|\/commands\//.test(file)
const featureOf = (file: string) => file.match(/src\/features\/([^/]+)\//)?.[1]
const offenders = (isOffence: (each: Import) => boolean) =>
  imports.filter(isOffence).map(({ from, to }) => `${from} → ${to}`)

it('finds the code at all', () => expect(imports.length).toBeGreaterThan(500))
it('the contract imports zod alone', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('packages/contract/src') &&
        !isTest(from) &&
        !to.startsWith('packages/contract/') &&
        to !== 'zod',
    ),
  ).toEqual([])
})
it('the database package imports kysely and pg alone', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('packages/db/src') && !isTest(from) && !/^(packages\/db\/|kysely$|pg$|node:|vitest)/.test(to),
    ),
  ).toEqual([])
})
it('the screens import the contract and never the server or the database', () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('apps/web/src') &&
        (/^@escola\/(?!contract\/)/.test(to) || /^(apps\/(?!web)|packages)\//.test(to)),
    ),
  ).toEqual([])
})
it("a screen's feature imports no other feature, and nothing below imports one", () => {
  expect(
    offenders(
      ({ from, to }) =>
        from.startsWith('apps/web/src') &&
        !isTest(from) &&
        featureOf(to) !== undefined &&
        !/^apps\/web\/src\/(routes\/|main\.tsx$)/.test(from) &&
        featureOf(from) !== featureOf(to),
    ),
  ).toEqual([])
})
it("a feature's queries and jobs are its own", () => {
  expect(
    offenders(
      ({ from, to }) =>
        /\.(queries|jobs)\.ts$/.test(to) &&
        from.startsWith('apps/server/src/features') &&
        featureOf(from) !== featureOf(to) &&
        featureOf(to) !== undefined,
    ),
  ).toEqual([])
})
it('routes and jobs call services only', () => {
  expect(
    offenders(
      ({ from, to }) =>
        /apps\/server\/src\/features\/.*\.(routes|jobs)\.ts$/.test(from) &&
        (/\.queries\.ts$/.test(to) || to === 'kysely'),
    ),
  ).toEqual([])
})
it('nothing below the features imports one', () => {
  expect(
    offenders(
      ({ from, to }) =>
        /^apps\/server\/src\/(http|jobs|mail|files|pdf|security|rich-text)\//.test(from) &&
        !isTest(from) &&
        featureOf(to) !== undefined,
    ),
  ).toEqual([])
})
it('only tests import what is for tests', () => {
  expect(
    offenders(({ from, to }) => !isTest(from) && /\/testing\//.test(to) && !from.startsWith('packages/dev-services')),
  ).toEqual([])
})
it('only the database package opens a pool, and the queue its own', () => {
  // BullMQ's PostgreSQL store has a login and a schema of its own; no school's row is reachable from it.
  const allowed = ['apps/server/src/jobs/queue-store.ts → pg']
  expect(offenders(({ from, to }) => from.startsWith('apps/server/src') && !isTest(from) && to === 'pg')).toEqual(
    allowed,
  )
})
