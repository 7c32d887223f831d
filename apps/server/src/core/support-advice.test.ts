import { expect, it } from 'vitest'
import { adviseSupport } from './support-advice.ts'

it.each([
  [true, '', '', true],
  [true, 'ajuda@plataforma.example', '', false],
  [true, '', 'https://plataforma.example/ajuda', false],
  [false, '', '', false],
])('in production %s, with the e-mail %j and the address %j, advises: %s', (production, email, url, isAdvised) => {
  expect(adviseSupport({ production, support: { email, url } }) !== undefined).toBe(isAdvised)
})
