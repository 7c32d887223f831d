import { expect, it } from 'vitest'
import { affiliateLimits, bareAddress, isAffiliateLink } from './affiliates.contract.ts'

const host = 'escola.plataforma.com.br:3000'
const longest = `${'x'.repeat(affiliateLimits.linkMax - 4)}.com`

it.each([
  [longest, true],
  [`x${longest}`, false],
  [` https://${longest}/ `, true],
  [`HTTP://${longest}//?utm_source=x#y`, true],
  [`https://x${longest}`, false],
  [`https://${host}/${'n'.repeat(affiliateLimits.linkMax)}/`, true],
  [`https://${host}/${'n'.repeat(affiliateLimits.linkMax + 1)}`, false],
  [`${host}.example.com/${'n'.repeat(affiliateLimits.linkMax - 10)}`, false],
  ['sem-ponto', false],
  ['https://', false],
  ['', false],
])('%j may be the address of a school: %j', (typed, expected) => expect(isAffiliateLink(typed, host)).toBe(expected))

it('keeps the address alone of what was copied', () =>
  expect(bareAddress(' https://Centro.example.com/cursos/?x=1\n#y ')).toBe('Centro.example.com/cursos'))
