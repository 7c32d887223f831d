import { expect, it } from 'vitest'
import { allSources, bareCode, featureOf, importsOf, isServerFeature, isTest, type Source } from './code.ts'
import { circlesOf, featureGraph } from './feature-graph.ts'
import { wall } from './wall.ts'

const server = 'apps/server/src'

/** Files that may use the platform's handle, or open a school at all; all others are given their scope. */
const handleHolders: Record<string, RegExp> = {
  [`${server}/http/counters.queries.ts`]: /withPlatform/,
  [`${server}/features/people/people.service.ts`]: /withPlatform/,
  [`${server}/http/signed-in.queries.ts`]: /readPlatform/,
  [`${server}/core/scope.ts`]: /withSchool|readSchool|writeSchool/,
  [`${server}/http/gate.queries.ts`]: /readPlatform/,
  [`${server}/jobs/outbox.queries.ts`]: /readPlatform/,
  [`${server}/jobs/relay.ts`]: /withPlatform/,
  [`${server}/jobs/worker.ts`]: /withPlatform/,
  [`${server}/jobs/worker-metrics.ts`]: /withPlatform/,
  [`${server}/features/accounts/accounts.service.ts`]: /withPlatform/,
  [`${server}/features/accounts/joining.service.ts`]: /withPlatform/,
  [`${server}/features/accounts/own-school.service.ts`]: /withPlatform/,
  [`${server}/features/administrators/administrators.service.ts`]: /withPlatform/,
  [`${server}/features/credentials/keys.service.ts`]: /withPlatform/,
  [`${server}/features/domains/domains.queries.ts`]: /readPlatform/,
  [`${server}/features/domains/domains.service.ts`]: /withPlatform/,
  [`${server}/features/ledger/bookers.service.ts`]: /withPlatform/,
  [`${server}/features/ledger/platform-totals.service.ts`]: /withPlatform/,
  [`${server}/features/messages/delivery.service.ts`]: /withPlatform/,
  [`${server}/features/messages/mail-trouble.service.ts`]: /withPlatform/,
  [`${server}/features/messages/mail-stops.queries.ts`]: /readPlatform/,
  [`${server}/features/messages/mail-stops.service.ts`]: /withPlatform/,
  [`${server}/features/messages/outside-mails.service.ts`]: /withPlatform/,
  [`${server}/features/messages/platform-mails.service.ts`]: /withPlatform/,
  [`${server}/features/messages/probing.service.ts`]: /withPlatform/,
  [`${server}/features/messages/sms-events.service.ts`]: /withPlatform/,
  [`${server}/features/messages/sms-reports.service.ts`]: /withPlatform/,
  [`${server}/features/email-changes/email-changes.service.ts`]: /withPlatform/,
  [`${server}/features/email-changes/change-mails.service.ts`]: /withPlatform/,
  [`${server}/features/email-changes/undo.service.ts`]: /withPlatform/,
  [`${server}/features/own-data/accepted-texts.service.ts`]: /withPlatform/,
  [`${server}/features/own-data/copying.service.ts`]: /withPlatform/,
  [`${server}/features/own-data/deletion.service.ts`]: /withPlatform/,
  [`${server}/features/own-data/erasing.service.ts`]: /withPlatform/,
  [`${server}/features/payments/customers.service.ts`]: /withPlatform/,
  [`${server}/features/payments/events/events.service.ts`]: /withPlatform/,
  [`${server}/features/platform/platform.service.ts`]: /withPlatform/,
  [`${server}/features/platform/visit-log.service.ts`]: /withPlatform/,
  [`${server}/features/profiles/account.service.ts`]: /withPlatform/,
  [`${server}/features/sales/deliveries/delivery-keeper.ts`]: /writeSchools/,
  [`${server}/features/sales-accounts/sales-accounts.queries.ts`]: /readPlatform/,
  [`${server}/features/schools/schools.queries.ts`]: /readPlatform/,
  [`${server}/features/schools/settings.service.ts`]: /withPlatform/,
  [`${server}/features/security/passkeys.service.ts`]: /withPlatform/,
  [`${server}/features/security/second-factor.service.ts`]: /withPlatform/,
  [`${server}/features/security/security.service.ts`]: /withPlatform/,
  [`${server}/features/subscriptions/open-graces.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/denial.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/devices.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/mail-requests.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/new-password.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/open-session.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/prove.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/reset-factor.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/school-sessions.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/sessions.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/sign-in.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/skip-factor.service.ts`]: /withPlatform/,
}
const handles = /\b(withPlatform|readPlatform|withSchool|readSchool|writeSchools?)\b/g

wall(
  'a school is opened in one place, and the platform by those on the list',
  (sources) =>
    sources
      .filter(({ file }) => file.startsWith(`${server}/`) && !isTest(file))
      .flatMap(({ file, text }) =>
        [...bareCode(text).matchAll(handles)]
          .filter(([word]) => !handleHolders[file]?.test(word))
          .map(([word]) => `${file}: ${word}`),
      ),
  { file: `${server}/features/students/students.service.ts`, text: 'tools.database.withSchool(id, work)' },
)

/** Files of features that open a school by its id, each with what they open. The jobs of affiliates and editions alone open two, one after the other. */
const openers: Record<string, string> = {
  'accounts/accounts.service.ts': 'the school that a link names',
  'affiliates/affiliates.jobs.ts': 'both schools of an affiliation',
  'affiliates/offers.service.ts': 'affiliates of the school whose job it is',
  'affiliates/syncing.service.ts': 'both schools of an affiliation',
  'editions/copying.service.ts': 'affiliates of the school whose job it is',
  'editions/editions.jobs.ts': 'affiliates of the school whose job it is',
  'editions/settling.service.ts': 'affiliates of the school whose job it is',
  'email-changes/email-changes.jobs.ts': 'the school whose page was used',
  'exam-corrections/copied-corrections.service.ts': 'affiliates of the school whose job it is',
  'exam-corrections/exam-corrections.jobs.ts': 'affiliates of the school whose job it is',
  'email-changes/change-mails.service.ts': 'the school whose page was used',
  'link-previews/link-previews.service.ts': 'the school that an address names',
  'messages/mail-trouble.service.ts': 'all schools, for an operator',
  'messages/messages.jobs.ts': 'the school whose waiting mail is the probe',
  'messages/platform-mails.service.ts': 'the school in which a mail about an account is written again',
  'messages/probing.service.ts': 'the school whose waiting mail is the probe',
  'messages/undelivered.routes.ts': 'the school in which a mail about an account is written again',
  'own-data/accepted-texts.service.ts': "the schools of a user, for the user's own eyes",
  'own-data/copying.service.ts': "the schools of a user, for the user's own eyes",
  'own-data/erasing.service.ts': 'the schools of a user who is erased',
  'own-data/own-data.jobs.ts': 'the schools of a user who is erased',
  'payments/events/events.service.ts': 'the school of a customer of the payment provider',
  'payments/payments.jobs.ts': 'the school of a customer of the payment provider',
  'profiles/account.service.ts': 'the school whose page was used',
  'sales/deliveries/webhooks.service.ts': 'the school that an address names',
  'schools/early-reads.ts': 'the school that an address names',
  'schools/schools.service.ts': 'the school that an address names',
}

wall(
  'features that open a school by its id are on the list',
  (sources) =>
    sources
      .filter(({ file, text }) => isServerFeature(file) && /\bopenSchool\b/.test(bareCode(text)))
      .map(({ file }) => file.slice(`${server}/features/`.length))
      .filter((file) => !Object.hasOwn(openers, file)),
  { file: `${server}/features/students/students.service.ts`, text: 'const { tx } = tools.openSchool(id)' },
)

/** The only transaction that is answered before the disk has it, and the only place that can ask for it (decision 41). */
const unflushed: Record<string, RegExp> = {
  [`${server}/features/learning/positions.service.ts`]: /before-flush/,
  'packages/db/src/transaction.ts': /before-flush|synchronous_commit/,
}

wall(
  'positions of videos alone are committed before the disk has them',
  (sources) =>
    sources
      .filter(({ file }) => !isTest(file) && !file.startsWith('packages/dev-services/'))
      .flatMap(({ file, text }) =>
        [...text.matchAll(/before-flush|synchronous_commit/g)]
          .filter(([word]) => !unflushed[file]?.test(word))
          .map(([word]) => `${file}: ${word}`),
      ),
  { file: `${server}/features/learning/completions.queries.ts`, text: "school.write([mark], 'before-flush')" },
)

const builtSql = /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/
const writtenSql = /\btext:\s*[`'"]\s*(select|with|insert|update|delete)\b/
const outsideQueries = (sources: Source[]) =>
  sources
    .filter(({ file }) => file.startsWith(`${server}/`) && !isTest(file) && !file.endsWith('.queries.ts'))
    .filter(({ text }) => builtSql.test(bareCode(text)) || writtenSql.test(text))
    .map(({ file }) => file)

wall('SQL stands in queries alone', outsideQueries, {
  file: `${server}/features/students/students.service.ts`,
  text: "db.selectFrom('users')",
})

it('sees the text of a statement, too', () => {
  const text = "const pass: Statement = { name: 'gate', text: `select s.id from sessions s` }"
  expect(outsideQueries([{ file: `${server}/http/gate.ts`, text }])).toHaveLength(1)
})

wall(
  'the clock has one type, of core/tools.ts',
  (sources) =>
    sources
      .filter(({ file }) => file.startsWith(`${server}/`) && !file.includes('/testing/'))
      .filter(({ text }) => /Pick<\w+, 'now'>/.test(text))
      .map(({ file }) => file),
  { file: `${server}/features/students/students.service.ts`, text: "tools: Pick<Tools, 'now'>" },
)

const isService = (file: string) => isServerFeature(file) && file.endsWith('.service.ts')
/** Exports of names that the service only passes on: lists of names, whole files, parts of an object, and other names of imported things. */
const passedOn = /^export (?:type )?(?:\{|\*).*|^export const (?:[{[].*|\w+(?:: [^=]+)? =\s+[\w.]+$)/gm
/** Imports with which a service could hand out SQL text or a prepared write. */
const passedSql = /from 'kysely'|\b(?:Statement|Write)\b(?=[^;\n]*from '@escola\/db')/g
const foreignExports = (sources: Source[]) =>
  sources
    .filter(({ file }) => isService(file))
    .flatMap(({ file, text }) =>
      [...text.matchAll(passedOn), ...text.matchAll(passedSql)].map(([found]) => `${file}: ${found}`),
    )

wall('a service exports only what it defines, and hands out values', foreignExports, {
  file: `${server}/features/students/students.service.ts`,
  text: 'export const { listStudents } = queries',
})

it.each([
  ['export { listStudents }', 1],
  ["export { listStudents } from './students.queries.ts'", 1],
  ["export type { Student } from './students.queries.ts'", 1],
  ["export * from './students.queries.ts'", 1],
  ['export const listStudents = queries.listStudents', 1],
  ["import type { SchoolDb, Write } from '@escola/db'", 1],
  ["import { sql } from 'kysely'", 1],
  ["import type { SchoolDb } from '@escola/db'", 0],
  ['export const mostStudents = 20 * 1000', 0],
  ['export const listStudents = (db: SchoolDb) => queries.listStudents(db)', 0],
])('finds in a service %j', (text, count) => {
  expect(foreignExports([{ file: `${server}/features/students/students.service.ts`, text }])).toHaveLength(count)
})

wall(
  'queries use nothing of another feature',
  (sources) =>
    importsOf(sources)
      .filter(({ from, to }) => isServerFeature(from) && from.endsWith('.queries.ts') && featureOf(to) !== undefined)
      .filter(({ from, to }) => featureOf(from) !== featureOf(to))
      .map(({ from, to }) => `${from} → ${to}`),
  {
    file: `${server}/features/students/students.queries.ts`,
    text: "import { entriesAbout } from '../karma/karma.service.ts'",
  },
)

wall(
  'features know the time from the one clock',
  (sources) =>
    sources
      .filter(({ file, text }) => isServerFeature(file) && /\bDate\.now\(|\bnew Date\(\)/.test(bareCode(text)))
      .map(({ file }) => file),
  { file: `${server}/features/students/students.service.ts`, text: 'const now = new Date()' },
)

wall(
  'why a field is refused is said in the contract',
  (sources) =>
    sources
      .filter(({ file }) => file.startsWith(`${server}/`) && !isTest(file))
      .filter(({ text }) => /\binvalidField\(\s*[^(),]+,\s*(''|`)/.test(bareCode(text)))
      .map(({ file }) => file),
  { file: `${server}/features/students/students.service.ts`, text: "throw invalidField('name', 'Nome inválido')" },
)

/** Words that stand in nearly every Portuguese sentence and in no English or SQL. */
const portuguese =
  /\b(de|da|dos|das|que|para|uma?|este|esta|isto|por|foi|tem|seu|sua|quem|nenhuma?|você|aula|curso|escola|turma)\b|[ãõáéíóúâêôç]/i
/** Texts in quotes; the first part of a template is enough to know its language. */
const textsIn = (code: string) =>
  [...code.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, a, b]) => a ?? b ?? '')
const withoutComments = (text: string) => text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
const isSentence = (text: string) =>
  text
    .replace(/\$\{[^}]*\}/g, ' ')
    .split(/\s+/)
    .filter((word) => /\p{L}{2}/u.test(word)).length >= 3

wall(
  'sentences that people read stand in the contract',
  (sources) =>
    sources
      .filter(({ file }) => isServerFeature(file))
      .flatMap(({ file, text }) =>
        textsIn(withoutComments(text))
          .filter((each) => isSentence(each) && portuguese.test(each))
          .map((each) => `${file}: ${each.slice(0, 80)}`),
      ),
  { file: `${server}/features/students/students.service.ts`, text: "const reason = 'Nenhuma turma tem isto'" },
)

/** Tables with more than one writer, each with its reason; every other table is written by one feature, or by one folder beside the features. */
const writers: Record<string, string[]> = {
  // A school's own domain is written with the list of all domains. The number of its students is written with person_schools, its balance with
  // the sums of the ledger, its plan with the list of its plans.
  schools: ['domains', 'ledger', 'people', 'plans', 'schools'],
  // The row of a link is written by the delivery that mails it, and spent by the sign-in that it opens.
  email_tokens: ['messages', 'sessions'],
  // A drag moves courses and categories in one save, which holds the whole catalog. Editions, their modules, their lessons and their assessments are
  // copies, which no author changes.
  courses: ['categories', 'courses', 'editions'],
  modules: ['courses', 'editions'],
  lessons: ['editions', 'lessons'],
  exams: ['editions', 'exams'],
  exam_publications: ['editions', 'exams'],
  exam_publication_questions: ['editions', 'exams'],
  exam_questions: ['editions', 'exam-questions'],
  exam_question_versions: ['editions', 'exam-questions'],
  // Mergings change whose rows are, in each table whose description in packages/db/src/user-tables says so, and take back a completion that came along.
  course_progress: ['learning', 'merges'],
}
const writing =
  /\b(?:insertInto|updateTable|deleteFrom|replaceListedCourses)\((?:db, )?'(\w+)|\b(?:insert into|delete from|update)\s+(?!of\b|set\b|skip\b)([a-z_]+)\s+(?!set_)/g

/** Feature of the file, or its folder beside the features. */
const writerOf = (file: string) => featureOf(file) ?? file.slice(server.length + 1).split('/')[0]!

function tablesWritten(sources: Source[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { file, text } of sources.filter(
    ({ file }) => file.startsWith(`${server}/`) && file.endsWith('.queries.ts'),
  ))
    for (const [, built, raw] of text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(writing)) {
      const table = (built ?? raw)!
      found.set(table, (found.get(table) ?? new Set()).add(writerOf(file)))
    }
  return found
}

wall(
  'core holds no queries',
  (sources) =>
    sources
      .map(({ file }) => file)
      .filter((file) => file.startsWith(`${server}/core/`) && file.endsWith('.queries.ts')),
  { file: `${server}/core/people.queries.ts`, text: '' },
)

wall(
  'a table is written by one feature',
  (sources) =>
    [...tablesWritten(sources)]
      .filter(([table, features]) => features.size > 1 || (sources.length === 1 && table === 'users'))
      .filter(([table, features]) => [...features].some((feature) => !writers[table]?.includes(feature)))
      .map(([table, features]) => `${table}: ${[...features].sort().join(', ')}`),
  { file: `${server}/features/students/students.queries.ts`, text: "db.updateTable('users')" },
)

it('lists no exception that is none', () => {
  const written = tablesWritten(allSources)
  const actual = Object.keys(writers).map((table) => [table, [...(written.get(table) ?? [])].sort()])
  expect(Object.fromEntries(actual)).toEqual(writers)
})

it('features depend on each other in one direction', () => {
  expect(circlesOf(featureGraph(allSources))).toEqual([])
  const made = (from: string, to: string) => ({
    file: `${server}/features/${from}/a.service.ts`,
    text: `import { b } from '../${to}/b.service.ts'`,
  })
  expect(circlesOf(featureGraph([made('one', 'two'), made('two', 'three'), made('three', 'one')]))).toEqual([
    'one → two → three → one',
  ])
})

/** Words of the wire that the specification gives; everywhere else a class is a cohort. */
const wireNames = new Set(['gateway', 'gatewayList', 'school_gateway', 'school_gateway_id', 'school_gateways'])
/** Names after a mood instead of a thing, each with the word that it stands for. */
const forbidden: Record<string, string> = {
  gateway: 'cohort',
  shelf: 'catalog',
  room: 'quota',
  door: 'visibility, lock',
  town: 'school',
  rival: 'other transaction',
  stranger: 'outsider',
}
const wordsOf = (name: string) =>
  name.split(/_|(?<=[a-z0-9])(?=[A-Z])/).map((word) => word.toLowerCase().replace(/s$/, ''))

wall(
  'names say what things are',
  (sources) =>
    sources
      .filter(({ file }) => !file.endsWith('walls/features.test.ts'))
      .flatMap(({ file, text }) =>
        [...new Set([...(bareCode(text).match(/[A-Za-z_]\w*/g) ?? []), ...file.split(/\W+/)])]
          .filter((name) => !wireNames.has(name))
          .flatMap((name) =>
            wordsOf(name)
              .filter((word) => Object.hasOwn(forbidden, word))
              .map((word) => `${file}: ${name} → ${forbidden[word]}`),
          ),
      ),
  { file: `${server}/features/students/students.service.ts`, text: 'const openGateway = 1' },
)
