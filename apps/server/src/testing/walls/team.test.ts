import { isTest } from './code.ts'
import { wall } from './wall.ts'

/** These keep who is of a team, or read what the gate has found; the last two have `is_admin` of answers to questions. */
const homes = [
  'apps/server/src/core/',
  'apps/server/src/http/',
  'apps/server/src/testing/',
  'apps/server/src/team/',
  'apps/server/src/features/people/',
  'apps/server/src/features/charges/',
  'apps/server/src/features/schools/visitor.ts',
  'apps/server/src/features/schools/wire-school.ts',
  'apps/server/src/features/schools/schools.service.ts',
  'apps/server/src/features/threads/',
  'apps/server/src/features/messages/delivery.queries.ts',
]
/** The student page says of a student that they are of the team, by this name on the wire. */
const onTheWire = /isOfTeam\('m'\)\.as\('is_admin'\)/g

wall(
  'only people, gate and charges read who is of the team from its column',
  (sources) =>
    sources
      .filter(
        ({ file }) =>
          file.startsWith('apps/server/src/') && !isTest(file) && !homes.some((home) => file.startsWith(home)),
      )
      .flatMap(({ file, text }) => (text.replace(onTheWire, '').includes('is_admin') ? [file] : [])),
  { file: 'apps/server/src/features/students/a.queries.ts', text: 'where not m.is_admin' },
)
