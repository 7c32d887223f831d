import { expect, it } from 'vitest'
import { allSources } from './code.ts'

/** A day, an hour or a minute in milliseconds. */
const literal = /\b(86_?400_?000|3_?600_?000|60_?000|(3600|60) \* 1000)\b/
/** Files with sixty thousand of something else. */
const others = [
  'pdf/pictures.ts',
  'bench/bench-evening.ts',
  'sales/histories/platform-words.test.ts',
  'walls/durations.test.ts',
]
/** The packages below the contract don't know its constants. */
const isAboveContract = (file: string) => file.startsWith('apps/') || file.startsWith('packages/contract/')
const isHeld = ({ file }: { file: string }) =>
  isAboveContract(file) && ![...others, 'contract/src/durations.ts'].some((other) => file.endsWith(other))

it('a minute, an hour and a day have their name', () => {
  for (const line of ['backoffMs: 60_000', 'sleep(60_000)', 'days * 86_400_000', '24 * 60 * 60 * 1000'])
    expect(line).toMatch(literal)
  const found = allSources
    .filter(isHeld)
    .flatMap(({ file, text }) =>
      text.split('\n').flatMap((line, at) => (literal.test(line) ? [`${file}:${at + 1}`] : [])),
    )
  expect(found).toEqual([])
})
