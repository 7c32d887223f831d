import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { tableTypes } from '@escola/db/table-types'
import { createTestDatabase } from '@escola/db/testing'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { projectRoot } from '../project.ts'
import { programOf } from '../test-suites.ts'
import { fill, namesOf } from './names.ts'
import { checkOnly, copyProject } from './project-copy.testing.ts'
import { writeFeature } from './write-feature.ts'

let root: string
let files: string[]
let made: Awaited<ReturnType<typeof createTestDatabase>>
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'escola-new-'))
  copyProject(root)
  files = await writeFeature(root, namesOf(['study-replies', 'lição', 'lições']))
  const code = files.filter((file) => !file.endsWith('.sql'))
  await run('node_modules/.bin/biome', ['check', '--write', '--error-on-warnings', '--vcs-enabled=false', ...code])
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  await onDatabase(async (client) => client.query(await readFile(path.join(root, files[0]!), 'utf8')))
  await writeFile(path.join(root, 'packages/db/src/tables.gen.ts'), await tableTypes(made.url))
  await promisify(execFile)(process.execPath, ['apps/web/scripts/write-routes.ts'], { cwd: root })
})
afterAll(async () => {
  await made.drop()
  await rm(root, { recursive: true, force: true })
})

async function onDatabase<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: made.url })
  await client.connect()
  return work(client).finally(() => client.end())
}

/** Runs a program of the project in the copy. What it says when it fails is the test's message. */
const run = (program: string, args: string[], cwd = root) =>
  promisify(execFile)(path.join(projectRoot, program), args, { cwd }).catch((error) => {
    throw new Error(`${error.stdout}${error.stderr}`)
  })
const typesOf = (workspace: string, include: string[]) =>
  run('node_modules/.bin/tsc', ['-p', checkOnly(root, workspace, include), '--checkers', '1'])

it('writes nothing over what is there, and refuses words that are no noun', async () => {
  await expect(writeFeature(root, namesOf(['study-replies']))).rejects.toThrow('There is a file already')
  for (const words of [[], ['note'], ['Notes'], ['notes', 'Nota nova']]) expect(() => namesOf(words)).toThrow()
  const singulars = ['quizzes', 'addresses', 'boxes', 'batches', 'courses', 'houses', 'class-notes']
  expect(singulars.map((noun) => namesOf([noun]).singular)).toEqual([
    'quiz',
    'address',
    'box',
    'batch',
    'course',
    'house',
    'class-note',
  ])
  expect(fill(`summary: 'Make a study note'`, namesOf(['answers']))).toBe(`summary: 'Make an answer'`)
  expect(namesOf(['replies'])).toEqual({ plural: 'replies', singular: 'reply', word: 'reply', words: 'replys' })
})

it('leaves none of the template’s words, and the words of the screens where people read them', async () => {
  const texts = await Promise.all(files.slice(0, 11).map((file) => readFile(path.join(root, file), 'utf8')))
  expect(texts.join('\n')).not.toMatch(/study.?note|recado/i)
  expect(texts[1]).toContain(`pageTitle: 'Lições'`)
  expect(files).toContain('apps/web/src/routes/_app/licoes.tsx')
})

it('passes the types and the contract’s own walls', async () => {
  await typesOf('packages/contract', ['src/api.ts'])
  await typesOf('apps/server', [
    'src/features/study-replies/*.routes.ts',
    'src/http/rate-limits.ts',
    'src/http/build-http.ts',
  ])
  await typesOf('apps/web', ['src/features/study-replies/*-page.tsx'])
  const vitest = programOf(path.join(projectRoot, 'packages/contract'), 'vitest', 'vitest.mjs')
  const args = [vitest, 'run', 'src/api.test.ts']
  await promisify(execFile)(process.execPath, args, { cwd: path.join(root, 'packages/contract') })
})

it('makes a table that belongs to a school', async () => {
  const { rows } = await onDatabase((client) =>
    client.query(
      `select relrowsecurity and relforcerowsecurity as is_kept from pg_class where relname = 'study_replies'`,
    ),
  )
  expect(rows).toEqual([{ is_kept: true }])
})
