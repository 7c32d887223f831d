import path from 'node:path'
import { expect, it } from 'vitest'
import { allSources, type Import, importsOf, type Source } from './code.ts'

/**
 * Adds a test of a rule over the code. The rule must also find a fault in a case that was made to break it: a rule that finds nothing there
 * watches nothing.
 * @param offences lists what breaks the rule, one line each
 */
export function wall(title: string, offences: (sources: Source[]) => string[], made: Source) {
  it(title, () => {
    expect(offences(allSources)).toEqual([])
    expect(offences([made]), 'the case made to break it').not.toEqual([])
  })
}

/** Adds a test of a rule about single imports. */
export const importRule = (title: string, isOffence: (each: Import) => boolean, made: Import) =>
  wall(
    title,
    (sources) =>
      importsOf(sources)
        .filter(isOffence)
        .map(({ from, to }) => `${from} → ${to}`),
    { file: made.from, text: `import '${relative(made)}'`.replace('import', 'import {} from') },
  )

const relative = ({ from, to }: Import) =>
  /^(apps|packages)\//.test(to) ? path.relative(path.dirname(from), to).replace(/^(?!\.)/, './') : to
