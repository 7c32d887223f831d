import { hiddenSecret } from '@escola/contract/sales.contract'
import { expect, it } from 'vitest'
import { hideSecrets } from './hide-secrets.ts'

const code = 'c0digo-da conta/1'

it.each([
  ['a code by its name', { hottok: 'x', nested: [{ API_key: 7, apiKey: '' }] }],
  ['the code of the account under any name', { origin: code, list: [` ${code} `], note: `use ${code} aqui` }],
  ['a code that is a number', { a: 123456 }],
  ['a code in an address', { url: `https://a.example/x?id=1&token=abc&c=${encodeURIComponent(code)}#y` }],
  ['a code that names a field', { [code]: 1 }],
  ['a header in a text', { curl: 'Authorization: Bearer abc.def-1' }],
  ['JSON in a text', { payload: JSON.stringify({ event: 'x', signature: 'abc', deep: { note: code } }) }],
  ['a whole object under a secret name', { token: { value: 'abc' } }],
])('hides %s', (_, sent) => {
  const text = JSON.stringify(hideSecrets(sent, [code, '123456', '']))
  expect(text).toContain(hiddenSecret)
  for (const secret of [code, encodeURIComponent(code), 'abc', '123456', ':7']) expect(text).not.toContain(secret)
})

it('leaves what is no secret as it came', () => {
  const sent = {
    product: { id: 7_000_001, name: 'Curso Basic completo' },
    subscriber: { code: 'SUB1' },
    price: 19.9,
    empty: null,
    signature: '',
    url: 'https://a.example/?id=1',
    list: ['{quase json', true],
  }
  expect(hideSecrets(sent, [code, 'SUB'])).toEqual(sent)
})

it('reads no text that nests without an end', () => {
  const text = JSON.stringify(hideSecrets({ deep: `${'['.repeat(100_000)}${']'.repeat(100_000)}` }, []))
  expect(text).toContain(hiddenSecret)
})
