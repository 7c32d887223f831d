import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('codes_after_mandates')
})
afterAll(() => upgrade.close())

it('has the job of each plan by Pix Automático run now, and leaves the others where they were', async () => {
  await upgrade.migrateTo('0198')
  const { admin } = upgrade
  await admin.query(
    `insert into schools (name, namespace) values ('Agora', 'agora'), ('Sem vez', 'sem-vez'), ('Pix', 'pix')`,
  )
  await joinDatabases(upgrade.servers, upgrade.name)
  await admin.query(`insert into subscriptions (school_id, plan_id, pays_with, stripe_id, utc_paid_until, next_plan_id)
    select id, 'middle', case name when 'Pix' then 'pix' else 'pix_auto' end, case name when 'Pix' then null else 'sub_' || id end, now() + interval '9 days', 'middle' from schools`)
  await admin.query(`insert into due_jobs (school_id, name, utc_due_on)
    select id, 'payments.follow_subscription', now() + interval '9 days' from schools where name <> 'Sem vez'`)
  await upgrade.migrateTo('9999')
  expect(
    await upgrade.rowsOf(`select s.name, d.utc_due_on <= now(), b.pays_with
      from due_jobs d join schools s on s.id = d.school_id join subscriptions b on b.school_id = d.school_id
      where d.name = 'payments.follow_subscription' order by s.name`),
  ).toEqual([
    ['Agora', true, 'pix_auto'],
    ['Pix', false, 'pix'],
    ['Sem vez', true, 'pix_auto'],
  ])
})
