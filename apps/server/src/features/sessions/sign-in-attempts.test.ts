import { expect, it } from 'vitest'
import { SignInAttempts } from './sign-in-attempts.ts'

const email = 'ana@example.com'
const begins = (attempts: SignInAttempts, ips: string[]) => ips.filter((ip) => attempts.begin(email, ip)).length
const addresses = (count: number) => Array.from({ length: count }, (_, index) => `10.0.${index >> 8}.${index & 255}`)

it('takes ten guesses from one address, and others later', () => {
  let now = 0
  const attempts = new SignInAttempts(() => now)
  expect(begins(attempts, Array(100).fill('10.0.0.1'))).toBe(10)
  expect(attempts.begin(email, '10.0.0.2')).toBe(true)
  now = 15 * 60_000 + 1
  expect(attempts.begin(email, '10.0.0.1')).toBe(true)
})

it('takes no more than thirty from any number of addresses', () => {
  expect(begins(new SignInAttempts(), addresses(1000))).toBe(30)
})

it('keeps the door open for an address that has signed in before', () => {
  const attempts = new SignInAttempts()
  attempts.begin(email, '192.0.2.7')
  attempts.succeeded(email, '192.0.2.7')
  begins(attempts, addresses(1000))
  expect(attempts.begin(email, '192.0.2.8')).toBe(false)
  expect(attempts.begin(email, '192.0.2.7')).toBe(true)
})

it('forgets the guesses before a sign-in', () => {
  const attempts = new SignInAttempts()
  for (let round = 0; round < 20; round++) {
    expect(begins(attempts, Array(10).fill('10.0.0.1'))).toBe(10)
    attempts.succeeded(email, '10.0.0.1')
  }
})

it.each([
  ['2001:db8::1', '2001:db8:0:0:ffff::9', false],
  ['2001:db8::1', '2001:0db8:0000:0000::2', false],
  ['2001:db8:0:1::1', '2001:db8:0:2::1', true],
  ['::ffff:10.0.0.1', '10.0.0.1', false],
])('%s and %s are different people: %s', (one, other, different) => {
  const attempts = new SignInAttempts()
  begins(attempts, Array(10).fill(one))
  expect(attempts.begin(email, other)).toBe(different)
})
