import { isTest, type Source } from './code.ts'
import { wall } from './wall.ts'

const keepers = 'memberships|users|schools'
/** Statements that write a row which has a telephone, with what they write. */
const writes = new RegExp(
  `(?:(?:updateTable|insertInto)\\('(?:${keepers})'\\)|(?:insert into|update) (?:${keepers})\\b)[^;]*?(?:\\.execute|\\n\\n|$)`,
  'g',
)
const written = /\bcellphone\b(?!_)/

wall(
  'a telephone is written with its country, by core/phones.ts',
  (sources: Source[]) =>
    sources
      .filter(({ file }) => file.startsWith('apps/server/src/') && !isTest(file))
      .flatMap(({ file, text }) =>
        [...text.matchAll(writes)]
          .filter(([statement]) => written.test(statement) && !/phone_e164|honeColumns\(/.test(statement))
          .map(([statement]) => `${file}: ${statement.slice(0, 60)}`),
      ),
  {
    file: 'apps/server/src/features/people/made.queries.ts',
    text: "db.updateTable('memberships').set({ cellphone }).where('user_id', '=', userId).execute()",
  },
)

wall(
  'no telephone is read by its digits alone',
  (sources: Source[]) =>
    sources
      .filter(({ file }) => /^(apps\/(server|web)|packages\/contract)\/src\//.test(file) && !isTest(file))
      .filter(({ file }) => !file.endsWith('contract/src/phones.ts'))
      .flatMap(({ file, text }) =>
        text
          .split('\n')
          .filter((line) => /(cellphone|phone)\w*(\.replace\(\/(\\D|\^55)|\.match)/i.test(line))
          .map((line) => `${file}: ${line.trim()}`),
      ),
  { file: 'apps/web/src/ui/made.ts', text: "const number = cellphone.replace(/\\D/g, '')" },
)
