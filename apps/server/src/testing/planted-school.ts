import { newExamSettings } from '@escola/contract/exam-plan'
import { testSecret } from '@escola/db/testing'
import { insertRows } from '@escola/db/walls'
import pg from 'pg'
import { expect } from 'vitest'
import { seal } from '../security/sealed.ts'
import type { World } from './world.ts'

/** Facts of a student and of the school that lie in its rows, as they would be read in an answer. */
export const planted = {
  email: 'semente.plantada@segredo.example',
  phone: '+5547988776655',
  cpf: '39053344705',
  cents: 731_377,
}
export const contacts = ['semente.plantada', '988776655', '98877-6655', planted.cpf, '390.533.447-05']
export const sums = ['7313.77', '7313,77', '7.313,77', '731377']

/** Columns of these names are planted, where their tables let them be. Prices of sales and courses are no secret of the school's. */
const plants: { names: RegExp; types: RegExp; value: string; not?: RegExp }[] = [
  { names: /(^|_)e?mail$/, types: /^(text|citext|character varying)$/, value: planted.email, not: /^schools$/ },
  { names: /(^|_)(phone|cellphone|phone_e164)$/, types: /^text$/, value: planted.phone, not: /^schools$/ },
  { names: /(^|_)cpf$/, types: /^text$/, value: planted.cpf },
  { names: /cents$/, types: /^(bigint|integer)$/, value: String(planted.cents), not: /^(sales|purchases|courses)$/ },
]

/** Columns whose sample no service could have written, and none can read. */
const readable = {
  'exam_publications.settings': newExamSettings,
  'exams.plan': { settings: newExamSettings, parts: [] },
  'exam_question_versions.content': {
    statement: '<p>Fermenta?</p>',
    explanation: '',
    is_shuffled: false,
    key: { kind: 'truth', right: true },
  },
  'exam_key_corrections.wrong': { kind: 'truth', right: true },
  'exam_key_corrections.answer': { kind: 'truth', right: false },
  'import_refusals.reason': 'no_email',
}

type PlantedSchool = Awaited<ReturnType<World['makeSchool']>>
/** Id of the rows of a planted school, which has one in each table. */
export const plantedRow = 800_002

/** Makes a school with a row in each table, and writes the facts into all that takes them. */
export async function plantSchool(w: World) {
  const school = await w.makeSchool('Semeada')
  const client = new pg.Client({ connectionString: w.databaseUrl })
  await client.connect()
  await insertRows(client, { school: school.id, person: school.student.userId, number: plantedRow })
  const done = await plant(client, school)
  await client.end()
  for (const column of ['memberships.email', 'memberships.cellphone', 'sales.buyer_email'])
    expect(done).toContain(column)
  const ids = await school.tx(async (db) => {
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
  /** Ids that a name in a path or a body may mean; where a name has two meanings both are asked for. */
  const meaningsOf = (name: string): string[] => {
    if (name === 'schoolId') return [school.id]
    if (/^(content|lesson)_?link$/i.test(name)) return [ids.lesson]
    if (/^(content|lesson)_?id$/i.test(name)) return [ids.lessonId, String(plantedRow)]
    if (/^(degree|course)_?link$/i.test(name)) return [ids.course]
    if (name === 'link') return [ids.member, ids.course]
    if (/^user_?id$/i.test(name)) return [school.student.userId]
    return [String(plantedRow), ids.cohort]
  }
  return { school, ids, meaningsOf }
}

/** Writes the facts into every column of the school's rows that takes them. @returns the columns that did */
async function plant(client: pg.Client, school: PlantedSchool): Promise<string[]> {
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
  await client.query('update schools set has_video_upload = true, has_api = true where id = $1', [school.id])
  const sealed = seal(testSecret, 'access api', { text: 'segredo', of: school.id })
  for (const [column, value] of Object.entries({ ...readable, 'access_api_keys.sealed_secret': sealed })) {
    const [table, name] = column.split('.')
    const written = typeof value === 'string' ? value : JSON.stringify(value)
    await client.query(`update ${table} set ${name} = $2 where school_id = $1`, [school.id, written])
  }
  return done
}
