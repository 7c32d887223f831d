import { expect, it } from 'vitest'
import { allSources, bareCode, featureOf, isServerFeature, isTest, type Source } from './code.ts'
import { circlesOf, featureGraph } from './feature-graph.ts'
import { wall } from './wall.ts'

const server = 'apps/server/src'

/** Who may speak to the database above the schools, or open a school at all; everybody else is handed their scope. */
const handleHolders: Record<string, RegExp> = {
  [`${server}/http/counters.queries.ts`]: /withPlatform/,
  [`${server}/core/people.ts`]: /withPlatform/,
  [`${server}/core/signed-in.queries.ts`]: /readPlatform/,
  [`${server}/core/scope.ts`]: /withSchool|readSchool|writeSchool/,
  [`${server}/http/gate.ts`]: /readPlatform/,
  [`${server}/jobs/relay.ts`]: /withPlatform/,
  [`${server}/jobs/worker-metrics.ts`]: /withPlatform/,
  [`${server}/features/accounts/accounts.service.ts`]: /withPlatform/,
  [`${server}/features/domains/domains.queries.ts`]: /readPlatform/,
  [`${server}/features/domains/domains.service.ts`]: /withPlatform/,
  [`${server}/features/messages/delivery.service.ts`]: /withPlatform/,
  [`${server}/features/platform/platform.service.ts`]: /withPlatform/,
  [`${server}/features/platform/visit-log.service.ts`]: /withPlatform/,
  [`${server}/features/profiles/account.service.ts`]: /withPlatform/,
  [`${server}/features/integrations/integrations.queries.ts`]: /readPlatform/,
  [`${server}/features/schools/schools.queries.ts`]: /readPlatform/,
  [`${server}/features/schools/settings.service.ts`]: /withPlatform/,
  [`${server}/features/security/passkeys.service.ts`]: /withPlatform/,
  [`${server}/features/security/second-factor.service.ts`]: /withPlatform/,
  [`${server}/features/security/security.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/devices.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/open-session.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/prove.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/sessions.service.ts`]: /withPlatform/,
  [`${server}/features/sessions/sign-in.service.ts`]: /withPlatform/,
}
const handles = /\b(withPlatform|readPlatform|withSchool|readSchool|writeSchool)\b/g

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

wall(
  'SQL stands in queries alone',
  (sources) =>
    sources
      .filter(({ file }) => file.startsWith(`${server}/`) && !isTest(file) && !file.endsWith('.queries.ts'))
      .filter(({ text }) => /\bsql[`<]|\.(selectFrom|insertInto|updateTable|deleteFrom)\(/.test(bareCode(text)))
      .map(({ file }) => file),
  { file: `${server}/features/students/students.service.ts`, text: "db.selectFrom('users')" },
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

/**
 * A table has one writer. People are the exception: they are written wherever somebody joins or proves an address, each time in set-based
 * SQL of that place's own. CONTRIBUTING says the same in words.
 */
const writers: Record<string, string[]> = {
  users: ['accounts', 'sessions'],
  memberships: ['accounts', 'administrators', 'cohorts', 'imports', 'profiles', 'students'],
  enrollments: ['cohorts', 'imports'],
  // It is born with its owner; its own domain is one school's among all.
  schools: ['accounts', 'domains', 'schools'],
  email_tokens: ['messages', 'sessions'],
  // The first model comes with the school; until models can be edited, nobody else writes them.
  certificate_templates: ['accounts'],
  // Where a course stands among the others is its category's business.
  courses: ['categories', 'courses'],
}
const writing =
  /\b(?:insertInto|updateTable|deleteFrom)\('(\w+)|\b(?:insert into|delete from|update)\s+(?!of\b|set\b|skip\b)([a-z_]+)\s+(?!set_)/g

function tablesWritten(sources: Source[]): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>()
  for (const { file, text } of sources.filter(({ file }) => isServerFeature(file) && file.endsWith('.queries.ts')))
    for (const [, built, raw] of text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '').matchAll(writing)) {
      const table = (built ?? raw)!
      found.set(table, (found.get(table) ?? new Set()).add(featureOf(file)!))
    }
  return found
}

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
/** A mood instead of a thing, each with the word that it stands for. */
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
