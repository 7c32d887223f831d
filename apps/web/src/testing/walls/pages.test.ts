import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, it } from 'vitest'

const root = path.resolve(import.meta.dirname, '../..')

/** The files of a folder of src whose path matches, with what is in them. */
const filesOf = (folder: string, isWanted: RegExp) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => isWanted.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, folder, file), 'utf8') }))

/** Pages that read or wait in a way of their own, and why. */
const ownWay: Record<string, string> = {}

/** Routes whose page has no data to load. */
const withoutLoader: Record<string, string> = {
  'design.tsx': 'shows what the context has already',
  'low-balance.tsx': 'shows what the context has already',
  'offer.dominio.tsx': 'says what something gives and costs',
}

/** Finds the work in a page that belongs to its route's loader and to the app's own components. */
const byHand = (text: string) => text.match(/\buse(?:Infinite)?Query\(|\bErrorState\b|\bSkeleton\b/g) ?? []
const lacksLoader = (text: string) => /\bcomponent:/.test(text) && !/\bloader:/.test(text)

it('knows a page that loads by hand, and a route without a loader', () => {
  expect(byHand('const { data, error } = useQuery(q)\nif (error) return <ErrorState />')).toHaveLength(2)
  expect(byHand('const { data } = useSuspenseQuery(q)\nreturn <PageSkeleton />')).toEqual([])
  expect(lacksLoader("createFileRoute('/_app/a')({ component: A })")).toBe(true)
  expect(lacksLoader("createFileRoute('/_app/a')({ beforeLoad: () => { throw redirect() } })")).toBe(false)
})

/** Finds schemas of the contract, whose names begin with a capital: every page would load zod to read the address of one. */
const schemasIn = (text: string) =>
  [...text.matchAll(/^import \{([^}]+)\} from '@escola\/contract\//gm)].flatMap(([, names]) =>
    names!
      .split(',')
      .map((name) => name.trim())
      .filter((name) => /^[A-Z]/.test(name)),
  )

it('knows a route that reads its address by a schema', () => {
  expect(schemasIn("import { type Sort, Month } from '@escola/contract/ledger.contract'")).toEqual(['Month'])
  expect(schemasIn("import { type Sort, sorts } from '@escola/contract/sorts'")).toEqual([])
})

it('no route reads its address by a schema', () => {
  expect(
    filesOf('routes', /\.tsx?$/)
      .filter(({ text }) => schemasIn(text).length > 0)
      .map(({ file }) => file),
  ).toEqual([])
})

it('no page hand-writes loading or error', () => {
  const pages = filesOf('features', /-page\.tsx$/)
  expect(pages.length).toBeGreaterThan(15)
  expect(pages.filter(({ text }) => byHand(text).length > 0).map(({ file }) => file)).toEqual(Object.keys(ownWay))
})

it('every page of a school is loaded by its route', () => {
  const routes = filesOf('routes/_app', /\.tsx$/)
  expect(routes.length).toBeGreaterThan(10)
  expect(routes.filter(({ text }) => lacksLoader(text)).map(({ file }) => file)).toEqual(Object.keys(withoutLoader))
})

it('what a feature or route reads at once was loaded by its route', () => {
  const own = [...filesOf('features', /\.tsx?$/), ...filesOf('routes', /\.tsx?$/)].filter(({ text }) =>
    text.includes('useSuspenseQuery('),
  )
  expect(own.map(({ file }) => file)).toEqual([])
})

it('keys of a school’s queries begin with their noun, in one place', () => {
  const own = filesOf('.', /\.tsx?$/).filter(({ text }) => /\['school', \w*id\b/i.test(text))
  expect(own.map(({ file }) => file)).toEqual(['ui/nouns.ts'])
})
