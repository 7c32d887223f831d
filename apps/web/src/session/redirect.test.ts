import { describe, expect, it } from 'vitest'
import { readLoginSearch, readRedirect } from './redirect.ts'

describe('a redirect after sign-in', () => {
  it.each([
    ['/turmas', '/turmas'],
    ['/c/vela/aula-1?modulo=2#topo', '/c/vela/aula-1?modulo=2#topo'],
    ['/a/../turmas', '/turmas'],
    ['/../../outra-escola', '/outra-escola'],
    ['/%2e%2e/x', '/x'],
  ])('stays in the school: %s', (given, path) => expect(readRedirect(given)).toBe(path))

  it.each(['turmas', '/login', '/login?redirect=/login', '/login/uma-chave', '', undefined, 7, ['/turmas']])(
    'is refused: %s',
    (given) => expect(readRedirect(given)).toBeUndefined(),
  )
})

const elsewhere = [
  'https://evil.example',
  'http://evil.example/turmas',
  'HTTPS://EVIL.EXAMPLE',
  'https:evil.example',
  'https:/evil.example',
  'https:\\\\evil.example',
  '//evil.example',
  '///evil.example',
  '////evil.example/',
  '//evil.example:443/turmas',
  '//user:password@evil.example',
  '//escola.invalid@evil.example',
  '//evil.example/%2e%2e',
  '/\\evil.example',
  '\\\\evil.example',
  '\\/evil.example',
  '/\\/evil.example',
  '/\t/evil.example',
  '/\n/evil.example',
  '/\r\n/evil.example',
  '\t//evil.example',
  ' //evil.example',
  '\u0000//evil.example',
  '/..//evil.example',
  '/.//evil.example',
  '/a/..//evil.example',
  '/%2e%2e//evil.example',
  '/./\\evil.example',
  '/a/../\\evil.example',
  '/..\t//evil.example',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//escola.example',
  'data:text/html,<script>alert(1)</script>',
  'blob:https://evil.example/1',
  '//[::1]/',
  '//0x7f.1/',
]

describe('another site', () => {
  it.each(elsewhere)('is nowhere to go after sign-in: %j', (given) => {
    expect(readRedirect(given)).toBeUndefined()
    expect(readLoginSearch({ redirect: given })).toEqual({ redirect: undefined })
    // The value of a course's link names a course, whatever it says.
    expect(readLoginSearch({ degreeLink: given }).redirect ?? '/').toMatch(/^\/(?!\/)/)
  })
  it('is spelled in thirty ways and more', () => expect(new Set(elsewhere).size).toBeGreaterThanOrEqual(30))
})

describe('the course of a sign-in', () => {
  it.each([
    [{ degreeLink: 'vela' }, '/c/vela'],
    [{ degreeLink: 7 }, '/c/7'],
    [{ degreeLink: 'vela', redirect: '/turmas' }, '/turmas'],
    [{ degreeLink: 'vela', redirect: '//evil.example' }, '/c/vela'],
    [{ degreeLink: '../..' }, '/'],
    [{ degreeLink: '..//evil.example' }, undefined],
    [{}, undefined],
  ])('%j leads to %s', (search, target) => expect(readLoginSearch(search).redirect).toBe(target))
})
