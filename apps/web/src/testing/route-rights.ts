import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { type May, mayCall, type Permission, type Rights } from '@escola/contract/permissions'
import { vi } from 'vitest'

const folder = path.resolve(import.meta.dirname, '../../../../packages/contract/src')
const quoted = (text: string) => [...text.matchAll(/'(\w+)'/g)].map(([, name]) => name!)

function readMay(text: string): May {
  const [first, ...others] = quoted(text)
  if (first === 'own') return 'own'
  return [first as Permission, ...(others as Permission[])]
}

/** Rights of the team's routes, by method and path, out of the contract's files: screens get the routes without them. */
function readRouteRights() {
  const files = readdirSync(folder).filter((file) => file.endsWith('.contract.ts'))
  const routes = files.flatMap((file) => readFileSync(path.join(folder, file), 'utf8').split('defineRoute({').slice(1))
  return new Map(
    routes.flatMap((text) => {
      const may = /^ {4}may: (.+),$/m.exec(text)?.[1]
      const [, method] = /^ {4}method: '(\w+)'/m.exec(text) ?? []
      const [, address] = /^ {4}path: '([^']+)'/m.exec(text) ?? []
      return may ? [[`${method} ${address}`, { may: readMay(may), byCourse: text.includes('    byCourse: true') }]] : []
    }),
  )
}

export const routeRights = readRouteRights()

const patterns = [...routeRights.entries()]
  // A route's own word comes before a parameter in its place.
  .toSorted(([a], [b]) => a.split(':').length - b.split(':').length)
  .map(([key, right]) => ({
    key,
    right,
    pattern: new RegExp(`^${key.replace(' ', ' /api').replace(/:\w+/g, '[^/]+')}$`),
  }))

/** Keeps the routes that screens call from now on and the gate would refuse to a caller with such rights. */
export function watchRefusals(rights: Rights): string[] {
  const refused: string[] = []
  const answer = globalThis.fetch
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    const call = `${init.method ?? 'GET'} ${new URL(address, 'http://escola.test').pathname}`
    const known = patterns.find(({ pattern }) => pattern.test(call))
    if (known && !mayCall(rights, known.right.may, known.right.byCourse)) refused.push(known.key)
    return answer(address, init)
  })
  return refused
}
