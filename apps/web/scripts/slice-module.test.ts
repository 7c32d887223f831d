import { expect, it } from 'vitest'
import { leanRoutes, slice } from './slice-module.ts'

const contract = `import { z } from 'zod'
import { limits } from './limits.ts'
import { Name, firstName } from './people.ts'
const Params = z.object({ id: z.string() })
export const Person = z.object({ name: Name }).max(limits.many)
export const People = z.array(Person)
export const people = {
  get: defineRoute({ method: 'GET', path: '/person/:id', access: 'member', params: Params, response: Person }),
  save: defineRoute({ summary: 'Save', method: 'POST', path: '/person', body: z.object({ a: 1 }), response: Person }),
}
function initial(name) { return firstName(name)[0] }
export const hello = (name) => initial(name)`

it('leaves a route its method and path', () => {
  expect(slice(leanRoutes(contract), 'people', 'people.ts').replace(/\s+/g, ' ')).toBe(
    "export const people = { get: defineRoute({ method: 'GET', path: '/person/:id', }), save: defineRoute({ method: 'POST', path: '/person', }), }",
  )
})

it('keeps everything that a schema needs, and nothing else', () => {
  expect(slice(contract, 'Person', 'people.ts')).toBe(`import { z } from 'zod'
import { limits } from './limits.ts'
import { Name } from './people.ts'
export const Person = z.object({ name: Name }).max(limits.many)`)
})

it('follows functions to what they call', () => {
  expect(slice(contract, 'hello', 'people.ts')).toBe(`import { firstName } from './people.ts'
function initial(name) { return firstName(name)[0] }
export const hello = (name) => initial(name)`)
})

it('takes what is exported from where it is, so that it exists once', () => {
  expect(slice(contract, 'People', 'people.contract.ts')).toBe(`import { z } from 'zod'
import { Person } from './people.contract.ts'
export const People = z.array(Person)`)
})

it.each([
  "import './register.ts'",
  "import * as all from './limits.ts'",
  "import z from 'zod'",
  'z.config({})',
  'let seen = 0',
  'const { one, two } = both()',
  'class Person {}',
  'if (1) people.get.path = 2',
  "export * from './limits.ts'",
  "export { limits } from './limits.ts'",
  'export { Person as Human }',
  'export default Person',
])('refuses a file that holds: %s', (statement) => {
  expect(() => slice(`${contract}\n${statement}`, 'hello', 'people.ts')).toThrow(
    `A file of the contract holds imports by name, constants and functions alone, not: ${statement}`,
  )
})

it.each(['initial', 'nobody'])('refuses a name that is not exported: %s', (name) => {
  expect(() => slice(contract, name, 'people.ts')).toThrow(`people.ts exports no ${name}`)
})

it.each(['defineRoute(same)', "defineRoute({ ...same, path: '/' })", "defineRoute({ ['path']: '/' })"])(
  'refuses a route that is not written out: %s',
  (route) => {
    expect(() => leanRoutes(`export const people = { get: ${route} }`)).toThrow('written out, name by name')
  },
)
