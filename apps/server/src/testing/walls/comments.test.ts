import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'
import { root, type Source } from './code.ts'
import { type Comment, commentsOf, refusedWords, sqlCommentsOf } from './comments.ts'
import { wall } from './wall.ts'

const remedy =
  'Begin with the thing\'s own name: "Index of integration codes, unique within a platform.", not "What a code is found by." ' +
  'People are user, student, administrator or caller.'

/** Texts of these migrations are fixed, because databases keep their checksums. */
const lastFixedMigration = '0091'
const migrations = readdirSync(path.join(root, 'migrations'))
  .filter((name) => name.endsWith('.sql') && name.slice(0, 4) > lastFixedMigration)
  .map((name) => ({ file: `migrations/${name}`, text: readFileSync(path.join(root, 'migrations', name), 'utf8') }))

const faultsIn = (file: string, comments: Comment[]) =>
  comments.flatMap(({ line, text }) => {
    const words = refusedWords(text)
    return words ? [`${file}:${line} “${words}”: ${text.replace(/\s+/g, ' ').slice(0, 100)}`] : []
  })
const withRemedy = (faults: string[]) => (faults.length > 0 ? [remedy, ...faults] : [])
/** This file spells out what is refused. */
const isOwn = ({ file }: Source) => file.endsWith('walls/comments.test.ts')
const faultsOf = (sources: Source[]) =>
  withRemedy(sources.filter((each) => !isOwn(each)).flatMap(({ file, text }) => faultsIn(file, commentsOf(text))))

wall("a comment begins with its thing's own name and names people by their role", faultsOf, {
  file: 'apps/server/src/features/students/students.queries.ts',
  text: '/** What a student is found by. */\nconst key = 1',
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
