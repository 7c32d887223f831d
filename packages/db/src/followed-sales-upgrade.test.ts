import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('followed_sales')
})
afterAll(() => upgrade.close())

it('has sales done again once that wait for a class which sells them, in the schools that have such', async () => {
  await upgrade.migrateTo('0198')
  const { admin } = upgrade
  await admin.query(`insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul')`)
  await joinDatabases(upgrade.servers, upgrade.name)
  await admin.query(`insert into sales (school_id, platform, delivery_hash, headers, query, body, transaction_code, state, reason, utc_received_on)
    select s.id, 'hotmart', d.hash, '{}', '{}', '', d.hash, 'unmatched', case when s.name = 'Norte' then 'no_cohort' else 'class_gone' end, now()
    from schools s cross join (values ('a'), ('b')) d (hash)`)
  await upgrade.migrateTo('9999')
  expect(
    await upgrade.rowsOf(`select s.name, o.payload, o.utc_run_on > now() from outbox o join schools s on s.id = o.school_id
      where o.name = 'sales.repeat_followed'`),
  ).toEqual([['Norte', {}, true]])
})
