import pg from 'pg'
import { schoolColumns } from './tables.gen.ts'
import { insertRows, tables } from './tables.testing.ts'

/** Makes a school with one row in each table of schools. @param number the id of those that have one */
export async function makeSchool(admin: pg.Client, name: string, number: number): Promise<string> {
  const inserted = await admin.query<{ id: string }>('insert into schools (name) values ($1) returning id', [name])
  const school = inserted.rows[0]!.id
  const person = await admin.query<{ id: string }>('insert into users (email) values ($1) returning id', [
    `aluno.${school}@example.com`,
  ])
  await insertRows(admin, { school, person: person.rows[0]!.id, number })
  return school
}

/** Every table that the app may read, and the views in which a row is a row of one of them. */
export const appTables = Object.keys(schoolColumns).filter(
  (table) => !tables[table]?.global && !/_openings$|^published_|^open_/.test(table),
)

interface Attempt {
  /** Address of escola_app's login, on any node. */
  url: string
  /** School that the connection claims to be in. */
  school: string
  /** School whose rows the attack is after. */
  otherSchool: string
}

/**
 * Tries to read and change another school's rows in every way there is.
 * @returns a sentence for each attempt that worked; there may be none
 */
export async function attack(admin: pg.Client, { url, school, otherSchool }: Attempt): Promise<string[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const broken: string[] = []
  const before = await rowsOf(admin, otherSchool)
  /** Runs a statement in a transaction of its own, as the school. @returns its result; undefined when it was refused */
  const attempt = async (text: string, values: unknown[] = []) => {
    await client.query('begin')
    await client.query(`set local app.school_id = '${school}'`)
    const result = await client.query(text, values).catch(() => undefined)
    await client.query(result ? 'commit' : 'rollback').catch(() => undefined)
    return result
  }
  try {
    for (const table of appTables) {
      const columns = await columnsOf(admin, table)
      const others = columns.map(({ name }) => name).filter((name) => name !== 'school_id')
      const types = columns.filter(({ name }) => name !== 'school_id').map(({ type }) => type)
      const recordSuccess = (action: string, result: pg.QueryResult | undefined) => {
        if (result?.rowCount) broken.push(`${action} ${table} of school ${otherSchool} from ${school}`)
      }
      const seen = await attempt(`select school_id from ${table} where school_id = $1`, [otherSchool])
      recordSuccess('reads', seen)
      const all = await attempt(`select school_id from ${table} where school_id in ($1, $2)`, [otherSchool, school])
      if (all?.rows.some((row) => row.school_id !== school)) broken.push(`reads ${table} beside its own`)
      recordSuccess(
        'updates',
        await attempt(`update ${table} set ${others[0]} = ${others[0]} where school_id = $1`, [otherSchool]),
      )
      recordSuccess('deletes', await attempt(`delete from ${table} where school_id = $1`, [otherSchool]))
      recordSuccess(
        'moves rows into',
        await attempt(`update ${table} set school_id = $1 where school_id = $2`, [otherSchool, school]),
      )
      const list = ['school_id', ...others].join()
      const into = `insert into ${table} (${list}) overriding system value`
      const copy = `${into} select $1::bigint, ${others.join()} from ${table} where school_id = $2`
      recordSuccess('copies rows into', await attempt(copy, [otherSchool, school]))
      recordSuccess(
        'copies rows past a conflict into',
        await attempt(`${copy} on conflict do nothing`, [otherSchool, school]),
      )
      recordSuccess(
        'makes rows from nothing in',
        await attempt(
          `${into} select $1::bigint, ${others.map((column) => `s.${column}`).join()} from (select * from ${table} where school_id = $2 limit 1) s`,
          [otherSchool, school],
        ),
      )
      const own = await admin.query(
        `select ${others.map((column) => `${column}::text`).join()} from ${table} where school_id = $1 limit 1`,
        [school],
      )
      const values = others.map((column) => own.rows[0]?.[column] ?? null)
      recordSuccess(
        'inserts into',
        await attempt(`${into} values ($1, ${others.map((_, index) => `$${index + 2}`).join()})`, [
          otherSchool,
          ...values,
        ]),
      )
      // From no table: a coordinator may do it as a copy.
      const typed = types.map((type, index) => `$${index + 2}::${type}`).join()
      recordSuccess(
        'selects a row into',
        await attempt(`${into} select $1::bigint, ${typed}`, [otherSchool, ...values]),
      )
    }
    if ((await rowsOf(admin, otherSchool)) !== before)
      broken.push(`changed something of school ${otherSchool} from ${school}`)
  } finally {
    await client.end()
  }
  return broken
}

/** Everything that a school has, as one text. */
async function rowsOf(admin: pg.Client, school: string): Promise<string> {
  const parts: string[] = []
  for (const table of appTables) {
    const { rows } = await admin.query(`select t::text as row from ${table} t where school_id = $1 order by 1`, [
      school,
    ])
    parts.push(`${table}: ${rows.map(({ row }) => row).join(' ')}`)
  }
  return parts.join('\n')
}

async function columnsOf(admin: pg.Client, table: string): Promise<{ name: string; type: string }[]> {
  const { rows } = await admin.query<{ name: string; type: string }>(
    `select attname as name, format_type(atttypid, atttypmod) as type from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [table],
  )
  return rows
}
