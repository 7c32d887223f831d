import { isTest, type Source } from './code.ts'
import { wall } from './wall.ts'

const swallowed = /\.catch\(\(\) => (?:\{\}|undefined|null|\[\]|false)\)/
/** Calls that close something: it is not used after them, whether it was open or not. */
const closing = /\.(?:end|close)\([^()]*\)\.catch\(/
const folders = ['apps/server/', 'apps/backup/', 'packages/db']

/** Lists the lines that swallow an error without a comment on them, or in the three lines above their statement. */
function listSwallowed({ file, text }: Source): string[] {
  const lines = text.split('\n')
  return lines.flatMap((line, at) => {
    if (!swallowed.test(line) || closing.test(line)) return []
    let first = at
    while (lines[first]!.trimStart().startsWith('.')) first--
    const near = lines.slice(Math.max(0, first - 3), at + 1)
    return near.some((each) => /\/\/ |\*\//.test(each)) ? [] : [`${file}:${at + 1}`]
  })
}

wall(
  'an error is logged, or a comment says why it may be swallowed',
  (sources) =>
    sources
      .filter(
        ({ file }) =>
          !isTest(file) && !file.endsWith('.testing.ts') && folders.some((folder) => file.startsWith(folder)),
      )
      .flatMap(listSwallowed),
  { file: 'apps/server/src/a.ts', text: 'await tidyUp().catch(() => undefined)' },
)
