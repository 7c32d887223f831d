import { expect, it, vi } from 'vitest'
import { school } from '../../testing/show-screen.tsx'
import { leadTo } from './lead-to.ts'

/** Address that a user is led to, when they came by an address of the school that has changed. */
function ledTo({ base_path, hostname, changes }: { base_path: string; hostname: string; changes: object }) {
  const assign = vi.fn()
  vi.stubGlobal('location', { hostname, assign })
  const namespace = { namespace: 'mar', domain: 'cursos.mar.com.br' }
  const before = { ...school, namespace, base_path, use_own_domain: true }
  leadTo({ before, saved: { ...before, ...changes }, platformUrl: 'https://plataforma.example' })
  return assign.mock.calls.flat()
}
const renamed = { namespace: { namespace: 'rio', domain: 'cursos.mar.com.br' } }
const off = { use_own_domain: false }

it.each([
  ['by its old name', '/mar', 'plataforma.example', renamed, ['/rio/config']],
  ['by its number', '/escola/7', 'plataforma.example', renamed, []],
  ['by its domain, which stays', '', 'cursos.mar.com.br', renamed, []],
  ['by its domain, which is off', '', 'cursos.mar.com.br', off, ['https://plataforma.example/mar/config']],
  ['by its name, which stays', '/mar', 'plataforma.example', off, []],
] as const)('leads an administrator who came %s', (_, base_path, hostname, changes, addresses) => {
  expect(ledTo({ base_path, hostname, changes })).toEqual(addresses)
})
