import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { makeSchool } from './isolation.testing.ts'
import { settleRestored } from './settle-restored.ts'
import { createTestDatabase, testSecret } from './testing.ts'
import { runtimeUrls } from './urls.ts'

let made: Awaited<ReturnType<typeof createTestDatabase>>
let admin: pg.Client
beforeAll(async () => {
  made = await createTestDatabase(process.env.TEST_DATABASE_URL ?? '')
  admin = new pg.Client({ connectionString: made.url })
  await admin.connect()
})
afterAll(async () => {
  await admin.end()
  await made.drop()
})

const now = new Date('2026-11-23T12:00:00Z')
const rowsOf = async (text: string) => (await admin.query({ text, rowMode: 'array' })).rows as unknown[][]

/** A school with a session and a link of each kind, mails of each state, and links that were asked for, an hour and two minutes around it. */
async function filledSchool() {
  const school = await makeSchool(admin, 'Restaurada', 1)
  const { rows } = await admin.query('select user_id as id from memberships where school_id = $1', [school])
  const user = rows[0].id
  await admin.query('delete from messages; delete from outbox')
  await admin.query(`insert into sessions (user_id, utc_expires_on) values (${user}, '2027-01-01'), (${user}, '2027-01-01');
    update sessions set utc_revoked_on = '2026-01-01' where id = (select min(id::text)::uuid from sessions);
    insert into email_tokens (token_hash, purpose, user_id, school_id, utc_expires_on, utc_used_on) values
      ('open', 'invitation', ${user}, ${school}, '2027-01-01', null), ('used', 'invitation', ${user}, ${school}, '2027-01-01', '2026-11-01'),
      ('over', 'recovery', ${user}, ${school}, '2026-11-01', null);
    insert into email_changes (user_id, new_email, device, utc_asked_on, utc_changed_on, utc_undo_until) values
      (${user}, 'asked@a.example', '', '2026-11-23', null, null), (${user}, 'open@a.example', '', '2026-11-22', '2026-11-22', '2026-11-29'),
      (${user}, 'over@a.example', '', '2026-11-01', '2026-11-01', '2026-11-08');
    insert into platform_mails (key, kind, sealed_person, utc_kept_on, utc_worth_until, utc_ends_on) values ('x', 'email_change', 'x', '2026-11-23', '2026-11-24', '2026-11-26');
    insert into mail_stopped (school_id, words, utc_since, utc_probe_on) values (0, 'paused', '2026-11-23', '2026-11-23');
    insert into mail_refusals (school_id, mail, utc_refused_on) values (1, 'x', '2026-11-23');
    insert into one_time_tokens (token_hash, purpose, utc_expires_on) values ('x', 'passkey', '2027-01-01');
    insert into messages (school_id, user_id, kind, dedupe_key, status, utc_created_on)
      select ${school}, ${user}, 'invitation', s || m, s, '2026-11-23T12:00:00Z'::timestamptz - m * interval '1 minute'
      from unnest(array['pending', 'sending', 'sent', 'failed']) s cross join unnest(array[59, 61]) m;
    insert into outbox (school_id, name, payload, utc_created_on) select s, n, '{"sealedEmail": "x"}', '2026-11-23T12:00:00Z'::timestamptz - m * interval '1 minute'
      from (values (0, 'sessions.answer_mail_request', 59), (0, 'sessions.answer_mail_request', 61), (0, 'own_data.tell_erased', 61), (0, 'own_data.erase_account', 61), (${school}, 'imports.process', 61)) o (s, n, m)`)
  return school
}

it('ends every session and link of a restored database, and holds the mails that may have left', async () => {
  await filledSchool()
  expect(await settleRestored(admin, now)).toEqual({ sessions: 1, links: 6, mails: 2 })
  expect(await rowsOf('select count(*)::int from sessions where utc_revoked_on is null')).toEqual([[0]])
  expect(
    await rowsOf(
      `select token_hash from email_tokens where utc_used_on is null and utc_expires_on > '2026-11-23T12:00:00Z'`,
    ),
  ).toEqual([])
  expect(await rowsOf(`select utc_expires_on::date::text from email_tokens where token_hash = 'over'`)).toEqual([
    ['2026-11-01'],
  ])
  expect(await rowsOf('select new_email, utc_undo_until::date::text from email_changes order by id')).toEqual([
    ['open@a.example', '2026-11-23'],
    ['over@a.example', '2026-11-08'],
  ])
  for (const table of [
    'one_time_tokens',
    'access_api_tokens',
    'access_api_hashes',
    'platform_mails',
    'mail_stopped',
    'mail_refusals',
  ])
    expect(await rowsOf(`select from ${table}`)).toEqual([])
  expect(
    await rowsOf(
      'select dedupe_key, status from messages where dedupe_key <> status || 59 and dedupe_key <> status || 61 order by 1',
    ),
  ).toEqual([
    ['pending61', 'held'],
    ['sending61', 'held'],
  ])
  expect(await rowsOf('select name, payload::text, utc_failed_on is not null from outbox order by id')).toEqual([
    ['sessions.answer_mail_request', '{"sealedEmail": "x"}', false],
    ['sessions.answer_mail_request', '{}', true],
    ['own_data.tell_erased', '{}', true],
    ['own_data.erase_account', '{"sealedEmail": "x"}', false],
    ['imports.process', '{"sealedEmail": "x"}', false],
  ])
  expect(await settleRestored(admin, now)).toEqual({ sessions: 0, links: 0, mails: 0 })
})

it('refuses a login from which row-level security hides the rows', async () => {
  const client = new pg.Client({ connectionString: runtimeUrls(made.url, testSecret).platform })
  await client.connect()
  await expect(settleRestored(client, now)).rejects.toThrow('escola_platform sees no school')
  await client.end()
})
