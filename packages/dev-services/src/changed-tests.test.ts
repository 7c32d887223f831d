import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importersOf, readImports, testsOf } from './changed-tests.ts'

const sources: Record<string, string> = {
  'packages/contract/package.json': JSON.stringify({ name: '@escola/contract', exports: { './*': './src/*.ts' } }),
  'packages/contract/src/money.ts': '',
  'packages/contract/src/money.test.ts': "import { moneyOf } from './money.ts'",
  'packages/db/src/isolation.test.ts': '',
  'apps/server/src/app.ts': "import { pay } from './features/payments/paying.service.ts'",
  'apps/server/src/testing/world.ts': "import { buildApp } from '../app.ts'",
  'apps/server/src/features/payments/paying.service.ts': "import { moneyOf } from '@escola/contract/money'",
  'apps/server/src/features/payments/paying.routes.test.ts': "import { world } from '../../testing/world.ts'",
  'apps/server/src/features/courses/courses.routes.test.ts': "import { world } from '../../testing/world.ts'",
  'apps/web/src/pay.tsx': "const load = () => import('@escola/contract/money')",
  'apps/web/src/pay.test.tsx': "import {\n  Pay,\n} from './pay'",
  'migrations/0001_all.sql': '',
}
const files = Object.keys(sources)
const tests = files.filter((file) => /\.test\.tsx?$/.test(file))

let root: string
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), 'escola-changed-'))
  for (const [file, text] of Object.entries(sources)) {
    mkdirSync(path.join(root, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(root, file), text)
  }
})
afterAll(() => rmSync(root, { recursive: true }))

it.each<[string, string, string[]]>([
  [
    'that import it, by the name of its package and by import() too',
    'packages/contract/src/money.ts',
    ['apps/web/src/pay.test.tsx', 'packages/contract/src/money.test.ts'],
  ],
  [
    'of its feature, and not all that start the app',
    'apps/server/src/features/payments/paying.service.ts',
    ['apps/server/src/features/payments/paying.routes.test.ts'],
  ],
  ['itself', 'apps/web/src/pay.test.tsx', ['apps/web/src/pay.test.tsx']],
  ['of the database, for a migration', 'migrations/0001_all.sql', ['packages/db/src/isolation.test.ts']],
])('chooses the tests %s', (_, changed, expected) => {
  expect(testsOf([changed], tests, readImports(root, files)).sort()).toEqual(expected)
})

it('follows imports in circles to their end', () => {
  const graph = new Map([
    ['a.ts', ['b.ts']],
    ['b.ts', ['a.ts']],
    ['c.ts', ['a.ts']],
  ])
  expect([...importersOf(['b.ts'], graph)].sort()).toEqual(['a.ts', 'b.ts', 'c.ts'])
})
