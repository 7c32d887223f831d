import { allRoutes } from '@escola/contract/api'
import { fillPath } from '@escola/contract/call'
import { mayCall, type Permission, rightsOf, roles, type TeamRole, teamRoles } from '@escola/contract/permissions'
import type { RouteDefinition } from '@escola/contract/route'
import { insertRows } from '@escola/db/walls'
import pg from 'pg'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Person } from '../call.ts'
import { type World, world } from '../world.ts'

/** Facts of a student and of the school that lie in its rows, as they would be read in an answer. */
const planted = {
  email: 'semente.plantada@segredo.example',
  phone: '+5547988776655',
  cpf: '39053344705',
  cents: 731_377,
}
const contacts = ['semente.plantada', '988776655', '98877-6655', planted.cpf, '390.533.447-05']
const sums = ['7313.77', '7313,77', '7.313,77', '731377']

/** Columns of these names are planted, where their tables let them be. Prices of sales and courses are no secret of the school's. */
const plants: { names: RegExp; types: RegExp; value: string; not?: RegExp }[] = [
  { names: /(^|_)e?mail$/, types: /^(text|citext|character varying)$/, value: planted.email, not: /^schools$/ },
  { names: /(^|_)(phone|cellphone|phone_e164)$/, types: /^text$/, value: planted.phone, not: /^schools$/ },
  { names: /(^|_)cpf$/, types: /^text$/, value: planted.cpf },
  { names: /cents$/, types: /^(bigint|integer)$/, value: String(planted.cents), not: /^(sales|purchases|courses)$/ },
]

const row = 800_002
let w: World
let school: Awaited<ReturnType<World['makeSchool']>>
let ids: Record<string, string>
const people = {} as Record<TeamRole, Person>

beforeAll(async () => {
  w = await world()
  school = await w.makeSchool('Semeada')
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await insertRows(client, { school: school.id, person: school.student.userId, number: row })
  const done = await plant(client)
  await client.end()
  for (const column of ['memberships.email', 'memberships.cellphone', 'sales.buyer_email'])
    expect(done).toContain(column)
  ids = await school.tx(async (db) => {
    const [member, course, lesson, cohort] = await Promise.all([
      db
        .selectFrom('memberships')
        .where('user_id', '=', school.student.userId)
        .select('link')
        .executeTakeFirstOrThrow(),
      db.selectFrom('courses').select(['id', 'link']).executeTakeFirstOrThrow(),
      db.selectFrom('lessons').select(['id', 'link']).executeTakeFirstOrThrow(),
      db.selectFrom('cohorts').select('id').executeTakeFirstOrThrow(),
    ])
    return {
      member: member.link,
      course: course.link,
      courseId: course.id,
      lesson: lesson.link,
      lessonId: lesson.id,
      cohort: cohort.id,
    }
  })
  for (const role of teamRoles)
    people[role] = await school.makeTeamMember({
      roles: [role],
      courseIds: role === 'course_teacher' ? [ids.courseId!] : [],
    })
})

/** Writes the facts into every column of the school's rows that takes them. @returns the columns that did */
async function plant(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ table: string; name: string; type: string }>(`
    select c.table_name as table, c.column_name as name, c.data_type as type from information_schema.columns c
    where c.table_schema = 'public' and c.is_generated = 'NEVER' and exists (select from information_schema.columns s
      join information_schema.tables t on t.table_schema = s.table_schema and t.table_name = s.table_name and t.table_type = 'BASE TABLE'
      where s.table_schema = 'public' and s.table_name = c.table_name and s.column_name = 'school_id')`)
  const done: string[] = []
  for (const { table, name, type } of rows) {
    const found = plants.find(({ names, types, not }) => names.test(name) && types.test(type) && !not?.test(table))
    if (!found) continue
    const mine = table === 'memberships' ? `and user_id = ${school.student.userId}` : ''
    const { rowCount } = await client
      .query(`update ${table} set ${name} = $2 where school_id = $1 ${mine}`, [school.id, found.value])
      .catch(() => ({ rowCount: 0 }))
    if (rowCount) done.push(`${table}.${name}`)
  }
  const { rowCount } = await client
    .query('update schools set balance_cents = $2 where id = $1', [school.id, planted.cents])
    .catch(() => ({ rowCount: 0 }))
  if (rowCount) done.push('schools.balance_cents')
  await client.query('update users set email = $2 where id = $1', [school.student.userId, planted.email])
  return done
}

/** Ids that a route's path may mean; where a name has two meanings both are asked for. */
const meaningsOf = (name: string): string[] => {
  if (name === 'schoolId') return [school.id]
  if (/^(content|lesson)link$/i.test(name)) return [ids.lesson!]
  if (/^(content|lesson)id$/i.test(name)) return [ids.lessonId!, String(row)]
  if (/^(degree|course)link$/i.test(name)) return [ids.course!]
  if (name === 'link') return [ids.member!, ids.course!]
  if (name === 'userId') return [school.student.userId]
  return [String(row), ids.cohort!]
}

const gets = allRoutes.filter(
  ({ route }) => route.method === 'GET' && (route.path.startsWith('/school/') || route.path === '/context'),
)
const mayRead = (role: TeamRole, route: RouteDefinition) =>
  route.access !== 'admin' ||
  mayCall(rightsOf({ roles: [role], courseIds: [ids.courseId!] }), route.may, route.byCourse)

async function ask(role: TeamRole, route: RouteDefinition, query = '') {
  const names = [...route.path.matchAll(/:(\w+)/g)].map((match) => match[1]!)
  const tried = Math.max(1, ...names.map((name) => meaningsOf(name).length))
  const answers = []
  for (let meaning = 0; meaning < tried; meaning += 1) {
    const params = Object.fromEntries(names.map((name) => [name, meaningsOf(name)[meaning] ?? meaningsOf(name)[0]!]))
    const { statusCode, body } = await w.app.inject({
      method: 'GET',
      url: `/api${fillPath(route.path, params)}?domain=localhost&pathname=/escola/${school.id}&school_gateway_id=${ids.cohort}${query}`,
      headers: { authorization: `Bearer ${people[role].token}` },
    })
    answers.push({ statusCode, body })
  }
  return answers
}

/** Asks everything that a role may read for words that it may not. */
async function leaks(role: TeamRole, words: string[]) {
  const told = new Set<string>()
  let answered = 0
  for (const { name, route } of gets) {
    // A stream of events would stay open.
    if (route.response === 'events' || !mayRead(role, route)) continue
    for (const { statusCode, body } of await ask(role, route)) {
      if (statusCode === 200) answered += 1
      for (const word of words) if (body.includes(word)) told.add(`${name}: ${word}`)
    }
  }
  return { told: [...told], answered }
}

const lacks = (role: TeamRole, right: Permission) => !roles[role].permissions.includes(right)
/** Words that a role may not read. */
const hiddenFrom = (role: TeamRole) => [
  ...(lacks(role, 'students') ? contacts : []),
  ...(lacks(role, 'money') ? sums : []),
]

describe('planted in the rows of a school', () => {
  it('an e-mail, a telephone and a sum are read by its owner', async () => {
    const { told } = await leaks('owner', [...contacts, ...sums])
    for (const word of ['semente.plantada', '988776655']) expect(told.join('\n')).toContain(word)
    expect(told.some((each) => sums.some((sum) => each.endsWith(sum)))).toBe(true)
  })
  it.each(teamRoles.filter((role) => hiddenFrom(role).length > 0))(
    'no e-mail, telephone, CPF or sum is read without its right by the role %s',
    async (role) => {
      const { told, answered } = await leaks(role, hiddenFrom(role))
      expect(told).toEqual([])
      expect(answered).toBeGreaterThan(5)
    },
  )
  it.each(teamRoles.filter((role) => lacks(role, 'students')))(
    'no search by an e-mail or a telephone tells the role %s whose it is',
    async (role) => {
      const open: string[] = []
      for (const { name, route } of gets) {
        const searched = ['search', 'q'].find((field) => route.query && field in route.query.shape)
        if (!searched || !mayRead(role, route)) continue
        const find = async (text: string) =>
          (await ask(role, route, `&${searched}=${encodeURIComponent(text)}`))
            .map(({ statusCode, body }) => (statusCode === 200 ? body : statusCode))
            .join()
        for (const [known, unknown] of [
          ['semente.plant', 'ninguem.assim'],
          ['988776655', '911112222'],
        ] as const)
          if ((await find(known)) !== (await find(unknown))) open.push(`${name} by ${known}`)
      }
      expect(open).toEqual([])
    },
  )
})
