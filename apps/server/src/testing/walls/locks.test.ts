import { expect, it } from 'vitest'
import { allSources } from './code.ts'

/** Functions that begin with a word, with their code up to the next one. */
const functionsOf = (word: string) =>
  allSources
    .filter(({ file }) => /^apps\/server\/src\/.*\.queries\.ts$/.test(file))
    .flatMap(({ file, text }) =>
      text.split(/\n(?=(?:export |const |async function |function |\/\*\*))/).flatMap((code) => {
        const name = code.match(new RegExp(`^(?:export )?(?:const|(?:async )?function) (${word}[A-Z]\\w*)`))?.[1]
        return name ? [{ name: `${file}: ${name}`, code }] : []
      }),
    )

const takesAlone = /forUpdate|forNoKeyUpdate|for (no key )?update|lockAdvisory|pg_advisory/
const shares = /forKeyShare|forShare|for (key )?share/

it('what locks a row keeps it for itself, and what holds one shares it with others that hold it', () => {
  const held = functionsOf('hold')
  const locked = functionsOf('lock')
  expect(held.length).toBeGreaterThan(5)
  expect(held.filter(({ code }) => takesAlone.test(code)).map(({ name }) => name)).toEqual([])
  expect(locked.length).toBeGreaterThan(30)
  expect(locked.filter(({ code }) => shares.test(code) && !takesAlone.test(code)).map(({ name }) => name)).toEqual([])
})
