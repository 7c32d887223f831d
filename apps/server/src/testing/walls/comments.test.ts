import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, type Source } from './code.ts'
import { commentsOf, refusedTitleWords, refusedWords, sqlCommentsOf, titlesOf, type Wording } from './comments.ts'
import { wall } from './wall.ts'

const remedy =
  'Begin with the thing\'s own name: "Index of integration codes, unique within a platform.", not "What a code is found by." ' +
  'People are user, student, administrator or caller.'
const titleRemedy =
  'A title of a test names people by their role: user, student, administrator, author, caller, visitor or person. ' +
  'Write "refuses a password alone", not "lets nobody in by the password alone".'

/** Texts of these migrations are fixed, because databases keep their checksums. */
const lastFixedMigration = '0091'
const migrations = readdirSync(path.join(root, 'migrations'))
  .filter((name) => name.endsWith('.sql') && name.slice(0, 4) > lastFixedMigration)
  .map((name) => ({ file: `migrations/${name}`, text: readFileSync(path.join(root, 'migrations', name), 'utf8') }))

const faultsIn = (file: string, wordings: Wording[], refused = refusedWords) =>
  wordings.flatMap(({ line, text }) => {
    const words = refused(text)
    return words ? [`${file}:${line} “${words}”: ${text.replace(/\s+/g, ' ').slice(0, 100)}`] : []
  })
const withRemedy = (faults: string[], said = remedy) => (faults.length > 0 ? [said, ...faults] : [])
/** This file spells out what is refused. */
const isOwn = ({ file }: Source) => file.endsWith('walls/comments.test.ts')
const faultsOf = (sources: Source[]) =>
  withRemedy(sources.filter((each) => !isOwn(each)).flatMap(({ file, text }) => faultsIn(file, commentsOf(text))))

wall("a comment begins with its thing's own name and names people by their role", faultsOf, {
  file: 'apps/server/src/features/students/students.queries.ts',
  text: '/** What a student is found by. */\nconst key = 1',
})

const titleFaultsOf = (sources: Source[]) =>
  withRemedy(
    sources
      .filter((each) => /\.(?:test|spec|testing)\.tsx?$/.test(each.file) && !isOwn(each))
      .flatMap(({ file, text }) => faultsIn(file, titlesOf(text), refusedTitleWords)),
    titleRemedy,
  )

wall('a title of a test names people by their role', titleFaultsOf, {
  file: 'apps/server/src/features/security/security.routes.test.ts',
  text: "it('lets nobody in by the password alone', async () => {})",
})

it("a new migration's comments are held to the same rule", () => {
  expect(withRemedy(migrations.flatMap(({ file, text }) => faultsIn(file, sqlCommentsOf(text))))).toEqual([])
  expect(sqlCommentsOf('-- Whoever has left\n-- a class.\nselect 1').map(({ text }) => refusedWords(text))).toEqual([
    'Whoever',
  ])
})

it.each([
  ['/** Of a lesson. */', 'Of'],
  ['/**\n * Another one after every write.\n */', 'Another one'],
  ['  // By keyboard.', 'By'],
  ['const size = 3 // So many.', 'So'],
  ['/** Adds it. @returns whose it is */', '@returns whose'],
  ['/** Tells somebody. */', 'somebody'],
  ['// Rows of a list\n// In their order.', undefined],
  ["const address = 'https://example.com/ In'", undefined],
  ['/** Inside of a transaction. */', undefined],
])('reads %j', (text, words) => {
  expect(commentsOf(text).map((each) => refusedWords(each.text))).toEqual(
    text.startsWith('const address') ? [] : [words],
  )
})

it.each([
  ["it('leaves an upload to whoever began it', () => {})", 'whoever'],
  ['  it.only("says whom to ask", () => {})', 'whom'],
  ["test('5b. somebody signs up', async () => {})", 'somebody'],
  ['describe.skipIf(!isHere)(`no one, on a cluster`, () => {})', 'no one'],
  ["] as const)(\n  'shows the way to who has no password: %s',\n)", 'to who'],
  ["describe('who reads it', () => {})", 'who'],
  ["wall('views ask with the rights of anyone', faultsOf)", 'anyone'],
  ["  [\n    'keeps courses that somebody added',\n    2,\n  ],", 'somebody'],
  ["it('says who was there, to users who may know it', () => {})", undefined],
])('reads the title in %j', (text, words) => {
  expect(titlesOf(text).map((each) => refusedTitleWords(each.text))).toEqual([words])
})

it('leaves alone a value of one word', () => {
  expect(titlesOf("['nobody', []]")).toEqual([])
})
