import pg from 'pg'
import { schoolColumns } from './tables.gen.ts'

/** One row of everything that a school has, and of what the platform keeps for it. */
const fixture = `
  with person as (insert into users (email) values ('aluno.' || $1 || '@example.com') returning id)
  select id from person`

const rows: [table: string, columns: string, values: string][] = [
  ['memberships', 'user_id, name, email', `$2::bigint, 'Aluna', 'aluna@example.com'`],
  [
    'person_schools',
    'user_id, is_admin, is_student, utc_created_on',
    `$2::bigint, false, true, timestamptz '2026-01-01'`,
  ],
  ['categories', 'id, title', `$3::bigint, 'Categoria'`],
  ['courses', 'id, link, category_id', `$3::bigint, 'curso', $3::bigint`],
  ['modules', 'id, course_id, title', `$3::bigint, $3::bigint, 'Módulo'`],
  ['lessons', 'id, course_id, link', `$3::bigint, $3::bigint, 'aula'`],
  ['cohorts', 'id, title', `$3::bigint, 'Turma'`],
  ['cohort_courses', 'cohort_id, course_id', `$3::bigint, $3::bigint`],
  ['access_api_keys', 'key, sealed_secret, utc_created_on', `'x', 'x', timestamptz '2026-01-01'`],
  [
    'access_api_integrations',
    'id, cohort_id, hash, utc_created_on',
    `$3::bigint, $3::bigint, 'x', timestamptz '2026-01-01'`,
  ],
  ['access_api_hashes', 'token_hash, integration_id, utc_expires_on', `'x', $3::bigint, timestamptz '2026-01-01'`],
  ['access_api_tokens', 'token_hash, user_id, utc_expires_on', `'x', $2::bigint, timestamptz '2026-01-01'`],
  ['enrollments', 'cohort_id, user_id', `$3::bigint, $2::bigint`],
  ['module_dates', 'id, course_id, module_id, user_id', `$3::bigint, $3::bigint, $3::bigint, $2::bigint`],
  ['lesson_completions', 'user_id, lesson_id, course_id', `$2::bigint, $3::bigint, $3::bigint`],
  [
    'lesson_positions',
    'user_id, lesson_id, position, utc_watched_on',
    `$2::bigint, $3::bigint, 42, timestamptz '2026-01-01'`,
  ],
  ['course_progress', 'user_id, course_id', `$2::bigint, $3::bigint`],
  ['bookmarks', 'id, user_id, course_id', `$3::bigint, $2::bigint, $3::bigint`],
  ['threads', 'id, user_id, course_id, lesson_id, message', `$3::bigint, $2::bigint, $3::bigint, $3::bigint, 'x'`],
  ['thread_replies', 'id, thread_id, user_id, is_admin, message', `$3::bigint, $3::bigint, $2::bigint, true, 'x'`],
  ['school_pages', 'page, html, utc_updated_on', `'sobre', 'x', timestamptz '2026-01-01'`],
  ['page_versions', 'page, number, html, utc_written_on', `'termos-e-condicoes', 1, 'x', timestamptz '2026-01-01'`],
  [
    'consents',
    'user_id, whose, page, version, way, utc_given_on',
    `$2::bigint, 'school', 'termos-e-condicoes', 1, 'join', timestamptz '2026-01-01'`,
  ],
  [
    'karma_entries',
    'user_id, reason, subject_id, number, points, utc_created_on',
    `$2::bigint, 'lesson', $3::bigint, 1, 10, timestamptz '2026-01-01'`,
  ],
  ['karma_totals', 'user_id, karma', `$2::bigint, 10`],
  [
    'notifications',
    'user_id, kind, subject_id, utc_created_on',
    `$2::bigint, 'access_given', 1, timestamptz '2026-01-01'`,
  ],
  ['course_announcements', 'course_id', `$3::bigint`],
  ['outbox', 'id, name, payload', `$3::bigint, 'x', '{}'`],
  ['messages', 'id, user_id, kind, dedupe_key', `$3::bigint, $2::bigint, 'activation', 'x'`],
  ['files', 'id, purpose, storage_key, filename, content_type, size_bytes', `$3::bigint, 'logo', 'x', 'x', 'x', 1`],
  [
    'imports',
    'id, cohort_id, filename, file_id, total_students, created_by',
    `$3::bigint, $3::bigint, 'x', $3::bigint, 1, $2::bigint`,
  ],
  ['import_refusals', 'import_id, line, name, email, cellphone, reason', `$3::bigint, 1, 'x', 'x', 'x', 'x'`],
  ['certificate_templates', 'id', `$3::bigint`],
  ['certificate_template_courses', 'template_id, course_id', `$3::bigint, $3::bigint`],
  [
    'certificates',
    'id, user_id, course_id, number, code, student_name, course_title, workload_minutes, school_name, signature_name, utc_completed_on',
    `$3::bigint, $2::bigint, $3::bigint, 1, 'x', 'x', 'x', 1, 'x', 'x', timestamptz '2026-01-01'`,
  ],
  ['certificate_issues', 'user_id, course_id', `$2::bigint, $3::bigint`],
  ['school_storage', 'uploaded_bytes', '1'],
  [
    'video_uploads',
    'id, created_by, filename, size_bytes, modified, part_bytes, storage_key, store_upload, utc_active_on',
    `$3::bigint, $2::bigint, 'x', 1, 1, 1, 'x', 'x', timestamptz '2026-01-01'`,
  ],
  [
    'sales_integrations',
    'id, cohort_id, platform, product_ids, sealed_code, code_hash, keeps_paid_period',
    `$3::bigint, $3::bigint, 'hotmart', '{1}'::text[], 'x', 'x', true`,
  ],
  ['sales_lookups', 'platform, kind, value', `'hotmart', 'product', '1'`],
  [
    'sales',
    'id, platform, delivery_hash, headers, query, body, integration_id, utc_received_on',
    `$3::bigint, 'hotmart', 'x', '{}'::jsonb, '{}'::jsonb, '', $3::bigint, timestamptz '2026-01-01'`,
  ],
  ['sales_transactions', 'platform, kind, code', `'hotmart', 'purchase', 'x'`],
  [
    'enrollment_grants',
    'id, cohort_id, user_id, source, utc_starts_on',
    `$3::bigint, $3::bigint, $2::bigint, 'manual', timestamptz '2026-01-01'`,
  ],
  ['school_days', 'day, enrollments, completions, utc_counted_on', `'2026-01-01', 1, 1, timestamptz '2026-01-01'`],
  ['school_stops', 'students, stops, utc_counted_on', `1, '[]'::jsonb, timestamptz '2026-01-01'`],
  ['due_jobs', 'name, utc_due_on', `'x', timestamptz '2026-01-01'`],
  ['idempotency_keys', 'user_id, kind, key', `$2::bigint, 'x', 'x'`],
  [
    'platform_visits',
    'id, session_id, user_id, person_name, utc_began_on, utc_seen_on',
    `$3::bigint, '00000000-0000-4000-8000-000000000000'::uuid, $2::bigint, 'x', timestamptz '2026-01-01', timestamptz '2026-01-01'`,
  ],
  [
    'platform_changes',
    'id, visit_id, method, route, utc_made_on',
    `$3::bigint, $3::bigint, 'POST', 'x', timestamptz '2026-01-01'`,
  ],
]

/** Makes a school with one row in each table of schools. @param row the id of those that have one */
export async function makeSchool(admin: pg.Client, name: string, row: number): Promise<string> {
  const inserted = await admin.query<{ id: string }>('insert into schools (name) values ($1) returning id', [name])
  const { id } = inserted.rows[0]!
  const person = await admin.query<{ id: string }>(fixture, [id])
  for (const [table, columns, values] of rows)
    await admin.query(
      `insert into ${table} (school_id, ${columns}) overriding system value select $1::bigint, ${values} where $2::bigint + $3::bigint > 0 on conflict do nothing`,
      [id, person.rows[0]!.id, row],
    )
  return id
}

/** Tables that name a school and are the platform's alone. */
const platformTables = ['sessions', 'email_tokens', 'schools', 'former_namespaces', 'school_domains']

/** Every table that the app may read, and whose it says each row is. */
export const appTables = Object.entries(schoolColumns)
  .filter(([table]) => !platformTables.includes(table) && !/_openings$|^published_|^open_/.test(table))
  .map(([table]) => table)

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
      const noteSuccess = (action: string, result: pg.QueryResult | undefined) => {
        if (result?.rowCount) broken.push(`${action} ${table} of school ${otherSchool} from ${school}`)
      }
      const seen = await attempt(`select school_id from ${table} where school_id = $1`, [otherSchool])
      noteSuccess('reads', seen)
      const all = await attempt(`select school_id from ${table} where school_id in ($1, $2)`, [otherSchool, school])
      if (all?.rows.some((row) => row.school_id !== school)) broken.push(`reads ${table} beside its own`)
      noteSuccess(
        'updates',
        await attempt(`update ${table} set ${others[0]} = ${others[0]} where school_id = $1`, [otherSchool]),
      )
      noteSuccess('deletes', await attempt(`delete from ${table} where school_id = $1`, [otherSchool]))
      noteSuccess(
        'moves rows into',
        await attempt(`update ${table} set school_id = $1 where school_id = $2`, [otherSchool, school]),
      )
      const list = ['school_id', ...others].join()
      const into = `insert into ${table} (${list}) overriding system value`
      const copy = `${into} select $1::bigint, ${others.join()} from ${table} where school_id = $2`
      noteSuccess('copies rows into', await attempt(copy, [otherSchool, school]))
      noteSuccess(
        'copies rows past a conflict into',
        await attempt(`${copy} on conflict do nothing`, [otherSchool, school]),
      )
      noteSuccess(
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
      noteSuccess(
        'inserts into',
        await attempt(`${into} values ($1, ${others.map((_, index) => `$${index + 2}`).join()})`, [
          otherSchool,
          ...values,
        ]),
      )
      // From no table: a coordinator may do it as a copy.
      const typed = types.map((type, index) => `$${index + 2}::${type}`).join()
      noteSuccess('selects a row into', await attempt(`${into} select $1::bigint, ${typed}`, [otherSchool, ...values]))
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
