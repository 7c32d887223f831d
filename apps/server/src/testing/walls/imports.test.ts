import path from 'node:path'
import { expect, it } from 'vitest'
import { allSources, featureOf, importsOf, isServerFeature, isTest, type Source } from './code.ts'
import { circlesOf, graphOf } from './feature-graph.ts'
import { importRule } from './wall.ts'

const server = 'apps/server/src'
const web = 'apps/web/src'
const isScreen = (file: string) => file.startsWith(`${web}/`) && !isTest(file)

it('finds the code at all', () => expect(importsOf(allSources).length).toBeGreaterThan(500))

importRule(
  'the contract imports zod alone',
  ({ from, to }) =>
    from.startsWith('packages/contract/src') && !isTest(from) && !to.startsWith('packages/contract/') && to !== 'zod',
  { from: 'packages/contract/src/a.ts', to: 'kysely' },
)
importRule(
  'the wire package imports pg alone',
  ({ from, to }) => from.startsWith('packages/db-wire/src') && !/^(packages\/db-wire\/|pg$|node:|vitest)/.test(to),
  { from: 'packages/db-wire/src/a.ts', to: '@escola/db' },
)
importRule(
  'the cluster package imports the wire and pg alone',
  ({ from, to }) =>
    from.startsWith('packages/db-citus/src') &&
    !/^(packages\/db-citus\/|@escola\/db-wire(\/testing)?$|pg$|node:|vitest)/.test(to),
  { from: 'packages/db-citus/src/a.ts', to: '@escola/db' },
)
importRule(
  'the database package imports its two parts, kysely and pg alone',
  ({ from, to }) =>
    from.startsWith('packages/db/src') &&
    !isTest(from) &&
    !/^(packages\/db\/|@escola\/db-(wire|citus)$|kysely$|pg$|node:|vitest)/.test(to),
  { from: 'packages/db/src/a.ts', to: '@escola/contract/wire' },
)
importRule(
  'the database package alone imports the cluster, and these two alone the wire',
  ({ from, to }) =>
    (/^@escola\/db-wire/.test(to) && !/^packages\/db(-wire|-citus)?\//.test(from)) ||
    (/^@escola\/db-citus/.test(to) && !/^packages\/db(-citus)?\//.test(from)) ||
    (/^packages\/db-(wire|citus)\//.test(to) && !from.startsWith(to.split('/src/')[0]!)),
  { from: `${server}/features/students/students.queries.ts`, to: '@escola/db-wire' },
)
importRule(
  'the screens import the contract and never the server or the database',
  ({ from, to }) =>
    from.startsWith(web) && (/^@escola\/(?!contract\/)/.test(to) || /^(apps\/(?!web)|packages)\//.test(to)),
  { from: `${web}/a.ts`, to: '@escola/db' },
)
importRule(
  "a screen's feature imports no other feature, and nothing below imports one",
  ({ from, to }) =>
    from.startsWith(web) &&
    !isTest(from) &&
    featureOf(to) !== undefined &&
    !/^apps\/web\/src\/(routes\/|main\.tsx$)/.test(from) &&
    featureOf(from) !== featureOf(to),
  { from: `${web}/features/students/a.ts`, to: `${web}/features/cohorts/b.ts` },
)
importRule(
  "a feature sees another's services alone",
  ({ from, to }) =>
    isServerFeature(from) &&
    featureOf(to) !== undefined &&
    featureOf(from) !== featureOf(to) &&
    !/\.service\.ts$/.test(to),
  { from: `${server}/features/students/a.service.ts`, to: `${server}/features/cohorts/cohorts.queries.ts` },
)
importRule(
  'routes and jobs call services only',
  ({ from, to }) =>
    /apps\/server\/src\/features\/.*\.(routes|jobs)\.ts$/.test(from) && (/\.queries\.ts$/.test(to) || to === 'kysely'),
  { from: `${server}/features/students/students.routes.ts`, to: `${server}/features/students/students.queries.ts` },
)
importRule(
  'nothing below the features imports one',
  ({ from, to }) =>
    /^apps\/server\/src\/(core|drafts|http|jobs|mail|files|pdf|sales-platforms|security|rich-text)\//.test(from) &&
    !isTest(from) &&
    featureOf(to) !== undefined,
  { from: `${server}/http/a.ts`, to: `${server}/features/students/students.service.ts` },
)
importRule(
  'the product imports neither its demonstration nor its measures',
  ({ from, to }) =>
    !/^apps\/(demo|bench)\//.test(from) && (/^apps\/(demo|bench)\//.test(to) || /^@escola\/(demo|bench)\b/.test(to)),
  { from: `${server}/app.ts`, to: 'apps/demo/src/seed-school.ts' },
)
importRule(
  'the demonstration, the measures, the journeys and the backups see of the server what it exports',
  ({ from, to }) => /^apps\/(demo|bench|e2e|backup)\//.test(from) && to.startsWith('apps/server/'),
  { from: 'apps/demo/src/seed.ts', to: `${server}/app.ts` },
)
importRule(
  'only tests import what is for tests',
  ({ from, to }) => !isTest(from) && /\/testing\//.test(to) && !from.startsWith('packages/dev-services'),
  { from: `${server}/app.ts`, to: `${server}/testing/world.ts` },
)
importRule(
  'only the database package opens a pool, and the queue its own',
  ({ from, to }) =>
    /^apps\/(server|demo)\//.test(from) &&
    !isTest(from) &&
    to === 'pg' &&
    // BullMQ's PostgreSQL store has a login and a schema of its own; no school's row is reachable from it.
    from !== `${server}/jobs/postgres-queue.ts`,
  { from: `${server}/http/a.ts`, to: 'pg' },
)

/** Imports among the screens' own files, with `place` in the stead of each file; undefined leaves a file out. */
const screenGraph = (sources: Source[], place: (file: string) => string | undefined) =>
  graphOf(
    importsOf(sources.filter(({ file }) => isScreen(file)))
      .filter(({ to }) => isScreen(to))
      .map(({ from, to }) => [place(from), place(to)]),
  )
const made = (from: string, to: string): Source => ({
  file: `${web}/${from}`,
  text: `import type { A } from './${path.relative(path.dirname(from), to)}'`,
})

it("the screens' files import each other in one direction, types and parts that come later included", () => {
  const circles = (sources: Source[]) => circlesOf(screenGraph(sources, (file) => file.slice(web.length + 1)))
  expect(circles(allSources)).toEqual([])
  expect(circles([made('ui/a.ts', 'ui/b.tsx'), made('ui/b.tsx', 'ui/c.ts'), made('ui/c.ts', 'ui/a.ts')])).toEqual([
    'ui/a.ts → ui/b.tsx → ui/c.ts → ui/a.ts',
  ])
})

/** Imports among the server's folders: those above the features each by itself, a feature as a whole, and a file that lies in no folder. */
const folderGraph = (sources: Source[]) => {
  const isOwn = (file: string) => file.startsWith(`${server}/`) && !isTest(file)
  const placeOf = (file: string) => {
    const [top, feature] = file.slice(server.length + 1).split('/')
    return top === 'features' ? `${top}/${feature}` : top
  }
  return graphOf(
    importsOf(sources.filter(({ file }) => isOwn(file)))
      .filter(({ to }) => isOwn(to))
      .map(({ from, to }) => [placeOf(from), placeOf(to)]),
  )
}

it("the server's folders import each other in one direction, types included", () => {
  expect(circlesOf(folderGraph(allSources))).toEqual([])
  const back = { file: `${server}/files/a.ts`, text: "import type { Upload } from '../http/replies.ts'" }
  expect(circlesOf(folderGraph([...allSources, back]))).toContain('files → http → files')
})

it('files of each package import each other in one direction', () => {
  const isOwn = (file: string) => /^(apps|packages)\/[\w-]+\/src\//.test(file) && !isTest(file) && !file.startsWith(web)
  const circles = (sources: Source[]) =>
    circlesOf(
      graphOf(
        importsOf(sources.filter(({ file }) => isOwn(file)))
          .filter(({ to }) => isOwn(to))
          .map(({ from, to }) => [from, to]),
      ),
    )
  expect(circles(allSources)).toEqual([])
  const file = `${server}/http/a.ts`
  expect(
    circles([
      { file, text: "import { b } from './b.ts'" },
      { file: `${server}/http/b.ts`, text: "import { a } from './a.ts'" },
    ]),
  ).toEqual([`${file} → ${server}/http/b.ts → ${file}`])
})

it('the folders below the screens import each other in one direction: autosave, ui, session, api', () => {
  const folderOf = (file: string) => file.slice(web.length + 1).match(/^(autosave|ui|session|api)\//)?.[1]
  const circles = (sources: Source[]) => circlesOf(screenGraph(sources, folderOf))
  expect(circles(allSources)).toEqual([])
  expect(circles([made('ui/a.ts', 'session/b.ts'), made('session/c.ts', 'ui/drag/d.ts')])).toEqual([
    'session → ui → session',
  ])
})
