import { addressOf, camelOf, fill, type Names, snakeOf } from './names.ts'

interface Register {
  file: string
  change(text: string, names: Names): string
}

const imported = (template: string) => (text: string, names: Names) => `${fill(template, names)}\n${text}`

/**
 * Puts lines into a list, before the first entry that comes after them.
 * @param begin the line with which the list begins
 * @param nameOf finds the name of an entry in its line; other lines belong to the entry above
 */
function inList(text: string, begin: string, nameOf: RegExp, template: string, names: Names): string {
  const lines = text.split('\n')
  const from = lines.findIndex((line) => line.startsWith(begin))
  if (from < 0) throw new Error(`“${begin}” is not there, where the list began that takes ${names.plural}`)
  const added = fill(template, names)
  const own = nameOf.exec(added)![1]!
  const at = lines.findIndex((line, index) => {
    if (index <= from) return false
    const name = nameOf.exec(line)?.[1]
    return name === undefined ? /^[\])}]|^\s*$/.test(line) : name > own
  })
  return lines.toSpliced(at, 0, added).join('\n')
}

/** Files that name every feature, table or address, each with what a new one writes there. Imports are sorted by the formatter. */
export const registers: Register[] = [
  {
    file: 'packages/contract/src/api.ts',
    change: (text, names) =>
      inList(
        imported(`import { studyNotes } from './study-notes.contract.ts'`)(text, names),
        'export const api = {',
        /^ {2}(\w+),$/,
        '  studyNotes,',
        names,
      ),
  },
  {
    file: 'packages/contract/src/change-labels.ts',
    change: (text, names) =>
      [`create': 'Criou`, `remove': 'Apagou`, `update': 'Alterou`].reduce(
        (changed, verb) =>
          inList(changed, 'const changeLabels', /^ {2}'([\w.]+)':/, `  'studyNotes.${verb} recado',`, names),
        text,
      ),
  },
  {
    file: 'packages/contract/src/namespaces.ts',
    change: (text, names) =>
      text.includes(`  '${addressOf(names)}',`) ? text : text.replace('\n])', `\n  '${addressOf(names)}',\n])`),
  },
  {
    file: 'packages/db/src/school-tables.testing.ts',
    change: (text, names) =>
      inList(
        text,
        'export const schoolTables = {',
        /^ {2}(\w+): \{/,
        `  study_notes: {\n    row: { id: number, title: word, utc_created_on: day },\n  },`,
        names,
      ),
  },
  {
    file: 'apps/server/src/app-routes.ts',
    change: (text, names) =>
      inList(
        imported(`import { studyNoteRoutes } from './features/study-notes/study-notes.routes.ts'`)(text, names),
        'const features:',
        /^ {2}(\w+),$/,
        '  studyNoteRoutes,',
        names,
      ),
  },
  {
    file: 'apps/web/src/ui/nouns.ts',
    change: (text, names) => inList(text, 'export type Noun =', /^ {2}\| '(\w+)'/, `  | 'studyNotes'`, names),
  },
  {
    file: 'apps/web/src/session/page-rights.ts',
    change: (text, names) =>
      inList(
        text,
        'export const pageRights',
        /^ {2}'\/_app\/([^']+)':/,
        `  '/_app/${addressOf(names)}': 'courses',`,
        names,
      ),
  },
  {
    file: 'apps/e2e/screens.spec.ts',
    change: (text, names) => text.replace(`  '/usuarios',\n`, `  '/usuarios',\n  '/${addressOf(names)}',\n`),
  },
]

/** New files, each with its template. */
export const newFiles = (names: Names, migration: string): [file: string, template: string][] => {
  const { plural, singular } = names
  const server = `apps/server/src/features/${plural}/${plural}`
  const web = `apps/web/src/features/${plural}`
  return [
    [`migrations/${migration}_${snakeOf(plural)}.sql`, 'migration.sql'],
    [`packages/contract/src/${plural}.contract.ts`, 'contract.ts'],
    [`${server}.routes.ts`, 'server.routes.ts'],
    [`${server}.service.ts`, 'server.service.ts'],
    [`${server}.queries.ts`, 'server.queries.ts'],
    [`${server}.routes.test.ts`, 'server.test.ts'],
    [`${web}/${plural}.queries.ts`, 'web.queries.ts'],
    [`${web}/${singular}-list-page.tsx`, 'web.list-page.tsx'],
    [`${web}/${singular}-form.tsx`, 'web.form.tsx'],
    [`${web}/${plural}.test.tsx`, 'web.test.tsx'],
    [`apps/web/src/routes/_app/${addressOf(names)}.tsx`, 'web.route.tsx'],
  ]
}

/** Steps that the command can't take, because it doesn't know the feature. */
export const stepsLeft = (names: Names) => `
What is left is yours:
- the table's columns, in the migration and then in contract, queries, form and test; \`pnpm db:generate\` after it
- the right that the routes and the page take: may in the contract, and pageRights in apps/web/src/session/page-rights.ts; needs() for fields that take another
- a label that fits: ${camelOf(names.singular)}Texts in the contract, and the words in changeLabels
- a way to the page: apps/web/src/features/shell/admin-menu.ts, and the menu in shell.test.tsx
- a line in the vocabulary of README.md where the word of the screens is not the code's
And what reviewers will ask:
- does a column name a user? Then the table's description moves from school-tables.testing.ts to packages/db/src/user-tables, and says what merging, the copy of own data and erasing do; what else follows a student is a step in apps/server/src/student-lifecycle.ts
- does it stand below a course, module or lesson? Then its description says what affiliates' editions get (edition; the copy is in apps/server/src/features/editions/contents.queries.ts), and a draft may keep it until it is published
- may students write to it? Then say its \`rateLimit\` in the contract
A \`pnpm dev\` that runs has to be started again: migrations run when it starts.
`
