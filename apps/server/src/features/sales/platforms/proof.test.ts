import { createHmac } from 'node:crypto'
import { expect, it } from 'vitest'
import { isCode, isSignature } from './proof.ts'

it.each([
  ['segredo', 'segredo', true],
  ['segredo', 'Segredo', false],
  ['segredo ', 'segredo', false],
  ['segred', 'segredo', false],
  ['x'.repeat(100_000), 'segredo', false],
  ['', 'segredo', false],
  [null, 'segredo', false],
  ['', '', false],
  [null, '', false],
])('%j proves knowledge of %j: %s', (given, code, answer) => expect(isCode(given, code)).toBe(answer))

it('a signature is one with the code, of these bytes, in hexadecimal digits', () => {
  const signed = Buffer.from('{"a":1}')
  const signature = createHmac('sha256', 'segredo').update(signed).digest('hex')
  expect(isSignature(signature, 'segredo', signed)).toBe(true)
  expect(isSignature(signature.toUpperCase(), 'segredo', signed)).toBe(true)
  expect(isSignature(signature, 'outro', signed)).toBe(false)
  expect(isSignature(signature, 'segredo', Buffer.from('{"a": 1}'))).toBe(false)
  expect(isSignature(createHmac('sha256', '').update(signed).digest('hex'), '', signed)).toBe(false)
  for (const wrong of [
    undefined,
    '',
    'x',
    signature.slice(2),
    `${signature}00`,
    `0x${signature.slice(2)}`,
    `${signature.slice(2)}zz`,
  ])
    expect(isSignature(wrong, 'segredo', signed)).toBe(false)
})
