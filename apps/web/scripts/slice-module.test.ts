import { expect, it } from 'vitest'
import { leanRoutes, slice } from './slice-module.ts'

const contract = `import { z } from 'zod'
import { limits } from './limits.ts'
import { Name, firstName } from './people.ts'
const Params = z.object({ id: z.string() })
export const Person = z.object({ name: Name }).max(limits.many)
export const people = {
  get: defineRoute({ method: 'GET', path: '/person/:id', access: 'member', params: Params, response: Person }),
  save: defineRoute({ summary: 'Save', method: 'POST', path: '/person', body: z.object({ a: 1 }), response: Person }),
}
function initial(name) { return firstName(name)[0] }
export const hello = (name) => initial(name)`

it('leaves a route its method and path', () => {
  expect(slice(leanRoutes(contract), 'people').replace(/\s+/g, ' ')).toBe(
    "export const people = { get: defineRoute({ method: 'GET', path: '/person/:id', }), save: defineRoute({ method: 'POST', path: '/person', }), }",
  )
})

it('keeps everything that a schema needs, and nothing else', () => {
  expect(slice(contract, 'Person')).toBe(`import { z } from 'zod'
import { limits } from './limits.ts'
import { Name } from './people.ts'
export const Person = z.object({ name: Name }).max(limits.many)`)
})

it('follows functions to what they call', () => {
  expect(slice(contract, 'hello')).toBe(`import { firstName } from './people.ts'
function initial(name) { return firstName(name)[0] }
export const hello = (name) => initial(name)`)
})
