import { expect, it } from 'vitest'
import { allSources } from './code.ts'

/** A day, an hour or a minute in milliseconds; a number of sixty thousand other things is none. */
const literal = /\b(86_?400_?000|3_?600_?000)\b|(\w+Ms = |\* |[+-] |timeout: |, )60_?000\b/
/** The packages below the contract don't know its constants. */
const isAboveContract = (file: string) => file.startsWith('apps/') || file.startsWith('packages/contract/')

it('a minute, an hour and a day have their name', () => {
  const found = allSources
    .filter(({ file }) => isAboveContract(file) && !file.endsWith('contract/src/durations.ts'))
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => (literal.test(line) ? [`${file}:${at + 1}`] : [])),
    )
  expect(found).toEqual([])
})
