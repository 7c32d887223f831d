import { expect, it } from 'vitest'
import { allSources, featureOf, importsOf, isServerFeature, isTest } from './code.ts'
import { importWall } from './wall.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'

it('finds the code at all', () => expect(importsOf(allSources).length).toBeGreaterThan(500))

importWall(
  'the contract imports zod alone',
  ({ from, to }) =>
    from.startsWith('packages/contract/src') && !isTest(from) && !to.startsWith('packages/contract/') && to !== 'zod',
  { from: 'packages/contract/src/a.ts', to: 'kysely' },
)
importWall(
  'the database package imports kysely and pg alone',
  ({ from, to }) =>
    from.startsWith('packages/db/src') && !isTest(from) && !/^(packages\/db\/|kysely$|pg$|node:|vitest)/.test(to),
  { from: 'packages/db/src/a.ts', to: '@escola/contract/wire' },
)
importWall(
  'the screens import the contract and never the server or the database',
  ({ from, to }) =>
    from.startsWith(web) && (/^@escola\/(?!contract\/)/.test(to) || /^(apps\/(?!web)|packages)\//.test(to)),
  { from: `${web}/a.ts`, to: '@escola/db' },
)
importWall(
  "a screen's feature imports no other feature, and nothing below imports one",
  ({ from, to }) =>
    from.startsWith(web) &&
    !isTest(from) &&
    featureOf(to) !== undefined &&
    !/^apps\/web\/src\/(routes\/|main\.tsx$)/.test(from) &&
    featureOf(from) !== featureOf(to),
  { from: `${web}/features/students/a.ts`, to: `${web}/features/cohorts/b.ts` },
)
importWall(
  "a feature sees another's services alone",
  ({ from, to }) =>
    isServerFeature(from) &&
    featureOf(to) !== undefined &&
    featureOf(from) !== featureOf(to) &&
    !/\.service\.ts$/.test(to),
  { from: `${server}/features/students/a.service.ts`, to: `${server}/features/cohorts/cohorts.queries.ts` },
)
importWall(
  'routes and jobs call services only',
  ({ from, to }) =>
    /apps\/server\/src\/features\/.*\.(routes|jobs)\.ts$/.test(from) && (/\.queries\.ts$/.test(to) || to === 'kysely'),
  { from: `${server}/features/students/students.routes.ts`, to: `${server}/features/students/students.queries.ts` },
)
importWall(
  'nothing below the features imports one',
  ({ from, to }) =>
    /^apps\/server\/src\/(core|drafts|http|jobs|mail|files|pdf|sales-platforms|security|rich-text)\//.test(from) &&
    !isTest(from) &&
    featureOf(to) !== undefined,
  { from: `${server}/http/a.ts`, to: `${server}/features/students/students.service.ts` },
)
importWall(
  'only tests import what is for tests',
  ({ from, to }) => !isTest(from) && /\/testing\//.test(to) && !from.startsWith('packages/dev-services'),
  { from: `${server}/app.ts`, to: `${server}/testing/world.ts` },
)
importWall(
  'only the database package opens a pool, and the queue its own',
  ({ from, to }) =>
    from.startsWith(server) &&
    !isTest(from) &&
    to === 'pg' &&
    // BullMQ's PostgreSQL store has a login and a schema of its own; no school's row is reachable from it.
    from !== `${server}/jobs/postgres-queue.ts`,
  { from: `${server}/http/a.ts`, to: 'pg' },
)
