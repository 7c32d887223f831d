import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('domain_uses')
})
afterAll(() => upgrade.close())

it('ends the use of domains that had been switched off by the upgrade, and of no others', async () => {
  await upgrade.migrateTo('0153')
  await upgrade.admin.query(`insert into schools (name, namespace, domain, use_own_domain)
    values ('Norte', 'norte', 'norte.example', true), ('Sul', 'sul', 'sul.example', false)`)
  await joinDatabases(upgrade.servers, upgrade.name)
  await upgrade.admin.query(`insert into domain_uses (school_id, domain, utc_from, utc_until)
    select id, domain, timestamptz '2026-10-01', null from schools
    union all select id, 'velho.example', timestamptz '2026-08-01', timestamptz '2026-09-01' from schools`)
  await upgrade.migrateTo('9999')
  expect(
    await upgrade.rowsOf(`select domain, utc_until is null, coalesce(utc_until > '2026-09-02', false) from domain_uses
      where domain <> 'velho.example' or utc_until <> '2026-09-01' order by domain`),
  ).toEqual([
    ['norte.example', true, false],
    ['sul.example', false, true],
  ])
})
