import { describe, expect, it } from 'vitest'
import { safeRedirect } from './redirect.ts'

describe('a redirect after sign-in', () => {
  it.each([
    ['/turmas', '/turmas'],
    ['/c/vela/aula-1?modulo=2#topo', '/c/vela/aula-1?modulo=2#topo'],
    ['/a/../turmas', '/turmas'],
    ['/../../outra-escola', '/outra-escola'],
    ['/%2e%2e/x', '/x'],
  ])('stays in the school: %s', (given, path) => expect(safeRedirect(given)).toBe(path))

  it.each([
    'https://evil.example',
    '//evil.example',
    '/\\evil.example',
    '/\t/evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'turmas',
    '/login',
    '/login?redirect=/login',
    '',
    undefined,
    7,
    ['/turmas'],
  ])('is refused: %s', (given) => expect(safeRedirect(given)).toBeUndefined())
})
