import { expect, it } from 'vitest'
import { seal, unseal } from './sealed.ts'

const secret = 's'.repeat(32)
const given = { text: 'JBSWY3DPEHPK3PXP', of: '7' }

it('opens for the owner it was sealed for, under the same secret and purpose, as long as it is not changed', () => {
  const sealed = seal(secret, 'app', given)
  expect(sealed).not.toContain(given.text)
  expect(seal(secret, 'app', given)).not.toBe(sealed)
  expect(unseal(secret, 'app', { sealed, of: '7' })).toBe(given.text)
  const touched = Buffer.from(sealed, 'base64url')
  touched[30]! ^= 1
  for (const open of [
    () => unseal(secret, 'app', { sealed, of: '8' }),
    () => unseal(secret, 'other', { sealed, of: '7' }),
    () => unseal('t'.repeat(32), 'app', { sealed, of: '7' }),
    () => unseal(secret, 'app', { sealed: touched.toString('base64url'), of: '7' }),
  ])
    expect(open).toThrow()
})
