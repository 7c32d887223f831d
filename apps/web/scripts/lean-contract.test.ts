import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { minuteMs } from '@escola/contract/durations'
import { build, type Plugin } from 'vite'
import { beforeAll, describe, expect, it } from 'vitest'
import { leanContract } from './lean-contract.ts'
import { type Node, statementsOf } from './slice-module.ts'

const source = path.resolve(import.meta.dirname, '../src')

/** Builds a screen with this source, and returns the code. */
async function built(screenSource: string, plugins: Plugin[] = [leanContract()]): Promise<string> {
  const screen = path.join(source, 'screen.ts')
  const itself: Plugin = {
    name: 'screen',
    enforce: 'pre',
    resolveId: (id) => (id === screen ? id : undefined),
    load: (id) => (id === screen ? screenSource : undefined),
  }
  const outcome = await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [itself, ...plugins],
    build: { write: false, minify: false, lib: { entry: screen, formats: ['es'] } },
  })
  return [outcome]
    .flat()
    .flatMap((each) => ('output' in each ? each.output : []))
    .map((file) => ('code' in file ? file.code : ''))
    .join('\n')
}
const importing = "import { learning } from '@escola/contract/learning.contract'\n"

it('leaves a screen that calls a route its method and path, and no schema', async () => {
  const code = await built(`${importing}console.log(learning.complete.path)`)
  expect(code).toContain('/school/:schoolId/student/content/metadata')
  expect(code).not.toContain('ZodObject')
})

it.each(['body', 'params', 'response', 'access', 'summary'])(
  'refuses to build a screen that takes the %s of a route',
  async (part) => {
    await expect(built(`${importing}console.log(learning\n.complete\n.${part})`)).rejects.toThrow(
      `Routes carry no schemas in a browser: instead of learning.complete.${part}`,
    )
  },
)

it.each([
  ["import * as all from '@escola/contract/limits'\nconsole.log(all)", 'Import names'],
  ["import all from '@escola/contract/limits'\nconsole.log(all)", 'Import names'],
  ["export { limits } from '@escola/contract/limits'", 'never passed on'],
  ["export * from '@escola/contract/limits'", 'never passed on'],
  ["console.log(import('@escola/contract/limits'))", 'is named'],
  ["import { nothing } from '@escola/contract/limits'\nconsole.log(nothing)", 'limits.ts exports no nothing'],
])('refuses to build a screen with %s', async (screenSource, why) => {
  await expect(built(screenSource)).rejects.toThrow(why)
})

it('builds a screen that takes a schema by its name', async () => {
  const code = await built("import { CourseState } from '@escola/contract/learning.contract'\nconsole.log(CourseState)")
  expect(code).toContain('locked')
})

interface Taken {
  from: string
  name: string
}

/** Every name of the contract that a file of the web client imports; what only its tests take is not shipped. */
async function namesTaken(): Promise<Taken[]> {
  const all = await readdir(source, { recursive: true })
  const files = all.filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|^testing\//.test(file))
  const taken = new Map<string, Taken>()
  for (const file of files) {
    for (const statement of statementsOf(file, await readFile(path.join(source, file), 'utf8'))) {
      const { type, importKind } = statement
      const from = (statement.source as { value?: string } | null)?.value
      if (type !== 'ImportDeclaration' || importKind === 'type' || !from?.startsWith('@escola/contract/')) continue
      for (const specifier of statement.specifiers as (Node & { imported: { name: string } })[]) {
        const { name } = specifier.imported
        if (specifier.importKind !== 'type') taken.set(`${from} ${name}`, { from, name })
      }
    }
  }
  return [...taken.values()]
}

/** Strings, numbers and shapes of which each rule of the contract takes some and refuses some. */
const samples: unknown[] = [
  undefined,
  null,
  true,
  -1,
  0,
  2,
  1e9,
  Number.NaN,
  ...['', ' ', 'a', 'Ana', 'ANA das dores', 'ana@mar.example', ' ANA@mar .example', 'segredo1', 'segredo', '123456'],
  ...[
    '1h30',
    'meia',
    '90 minutos',
    '(11) 91234-5678',
    '30.00',
    '7',
    '007',
    '2026-01-01T12:00:00.000Z',
    'x\0y',
    '\uD800',
  ],
  ...['https://youtu.be/dQw4w9WgXcQ', 'https://vimeo.com/123456789/abc123', 'javascript:alert(1)', 'www.x.example'],
  ...['admin', 'draft', 'name', '-since', 'session_ended', 'Invalid name.', '<p><br></p>', 'Á b_Ç', 'x'.repeat(20_000)],
  [],
  ['a', 'b'],
  ['a', 'b', 'c', 'd'],
  {},
  {
    title: '  ',
    name: 'Ana',
    password: 'segredo1',
    repeatPassword: 'segredo2',
    id: '1',
    provider: 'vimeo',
    hash: 'ab',
  },
]

interface Schema {
  safeParse: (value: unknown) => unknown
  shape?: object
  element?: unknown
}
const isSchema = (value: unknown): value is Schema => typeof value === 'object' && value !== null && '_zod' in value

const outcomeOf = (work: () => unknown): unknown => {
  try {
    return work()
  } catch (error) {
    return `threw ${error}`
  }
}

/** Describes the behaviour of a contract's value in data that can be compared. */
function behaviour(value: unknown): unknown {
  if (isSchema(value)) {
    return samples.map((sample) => {
      const alone = outcomeOf(() => value.safeParse(sample))
      const fields = Object.keys(value.shape ?? {}).map((key) => outcomeOf(() => value.safeParse({ [key]: sample })))
      return JSON.stringify([alone, fields, value.element && outcomeOf(() => value.safeParse([sample]))])
    })
  }
  if (typeof value === 'function') return samples.map((sample) => JSON.stringify(outcomeOf(() => value(sample))))
  if (value instanceof Set || value instanceof Map) return [...value]
  if (Array.isArray(value)) return value.map(behaviour)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, behaviour(inner)]))
}

type Route = { method: string; path: string; response: unknown }
const isRouteList = (value: unknown): value is Record<string, Route> =>
  typeof value === 'object' && value !== null && Object.values(value).some((each) => each?.response !== undefined)
const calls = (routes: Record<string, Route>) =>
  Object.fromEntries(Object.entries(routes).map(([verb, { method, path }]) => [verb, { method, path }]))

describe('what screens import from the contract', async () => {
  const taken = await namesTaken()
  let lean: Record<string, unknown> = {}
  let whole: Record<string, unknown> = {}
  beforeAll(async () => {
    const names = taken.map(({ from, name }, index) => `import { ${name} as $${index} } from '${from}'`)
    const exported = `export { ${taken.map((_, index) => `$${index}`).join(', ')} }`
    const load = async (plugins: Plugin[]) => {
      const code = await built([...names, exported].join('\n'), plugins)
      return import(/* @vite-ignore */ `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`)
    }
    ;[lean, whole] = await Promise.all([load([leanContract()]), load([])])
  }, minuteMs)

  it.each(taken.map(({ from, name }, index) => [name, from, `$${index}`] as const))(
    'does the same cut out and in its file: %s of %s',
    (_name, _from, key) => {
      expect(whole[key]).toBeDefined()
      const expected = whole[key]
      if (isRouteList(expected)) expect(lean[key]).toEqual(calls(expected))
      else expect(behaviour(lean[key])).toEqual(behaviour(expected))
    },
  )
})
