import { expect, it } from 'vitest'
import type { Figure } from './figure.ts'
import { pageWith } from './page.ts'

const figure = (value: string): Figure => ({ name: 'a call', value, floor: '', target: '', ok: true })

it('keeps what it said of the parts that were not measured now, in the order of the parts', () => {
  const order = ['first', 'second', 'third']
  const before = pageWith('# An older page', order, new Map([['second', [figure('7 ms')]]]))
  const after = pageWith(before, order, new Map([['first', [figure('9 ms')]]]))
  expect(after.match(/^## .*|\d ms/gm)).toEqual(['## first', '9 ms', '## second', '7 ms'])
  expect(pageWith(after, order, new Map([['second', [figure('8 ms')]]])).match(/\d ms/g)).toEqual(['9 ms', '8 ms'])
})
