import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { domainOf } from './domains.ts'
import { cleanNamespace, isNamespace, reservedNamespaces } from './namespaces.ts'

describe('a domain', () => {
  it.each([
    ['cursos.mar.com.br', 'cursos.mar.com.br'],
    ['  HTTPS://Cursos.Mar.com.br/inicio?a=1#b ', 'cursos.mar.com.br'],
    ['cursos do mar.com.br', 'cursos-do-mar.com.br'],
    ['mar.com.br.', 'mar.com.br'],
    ['mar.com.br:8443', 'mar.com.br'],
    ['ação.com.br', 'xn--ao-siap.com.br'],
  ])('%j is %s', (typed, domain) => expect(domainOf(typed)).toBe(domain))
  it.each([
    ['', ' ', '.', 'mar', 'localhost', 'a.localhost', 'mar.local', '10.0.0.1', '0x7f.1', '[::1]', 'ana@mar.com.br'],
    ['mar..br', '-mar.com', 'mar-.com', 'mar_.com', `${'a'.repeat(64)}.com`, 'javascript://mar.com/%0aalert(1)'],
    ['mar.con', 'mar.com.b', 'mar.con.br', 'mar.comm', 'cursos.mar.vom', 'mar.xx', 'mar.bz.zz'],
    ['ftp://mar.com.br', `${'a.'.repeat(130)}com`],
  ])('is none of these', (...typed) =>
    expect(typed.map((each) => [each, domainOf(each)])).toEqual(typed.map((each) => [each, undefined])),
  )
  it('is written in one way: what it becomes stays as it is', () =>
    fc.assert(
      fc.property(fc.oneof(fc.domain(), fc.webUrl(), fc.string()), (typed) => {
        const domain = domainOf(typed)
        if (domain !== undefined) expect(domainOf(domain)).toBe(domain)
      }),
    ))
})

describe('a namespace', () => {
  it.each([
    ['Ateliê do Pão', 'atelie-do-pao'],
    ['  MAR ', 'mar'],
  ])('%j becomes %s', (typed, name) => expect([cleanNamespace(typed), isNamespace(name)]).toEqual([name, true]))
  it.each(['ab', 'a'.repeat(41), '-mar', 'mar-', 'mar_1', 'mar/1', 'Mar', 'ção'])('is not %j', (name) =>
    expect(isNamespace(name)).toBe(false),
  )
  it('is none of our own', () => expect([...reservedNamespaces].filter(isNamespace)).toEqual([]))
})
