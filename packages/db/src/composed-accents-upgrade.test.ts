import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('composed_accents')
})
afterAll(() => upgrade.close())

it('composes the accents of names and titles that are not composed, and touches no other row', async () => {
  await upgrade.migrateTo('0187')
  await upgrade.admin.query("insert into schools (name, namespace) values (U&'Sa\\0303o', 'sao'), ('São', 'outra')")
  await joinDatabases(upgrade.servers, upgrade.name)
  await upgrade.admin.query(`insert into cohorts (school_id, title) select id, name || ' 1' from schools`)
  const before = await upgrade.rowsOf(`select xmin::text from schools where namespace = 'outra'`)
  await upgrade.migrateTo('9999')
  expect(await upgrade.rowsOf(`select name = 'São', folded like '%sao%' from schools order by namespace`)).toEqual([
    [true, true],
    [true, true],
  ])
  expect(await upgrade.rowsOf(`select title = 'São 1' from cohorts`)).toEqual([[true], [true]])
  expect(await upgrade.rowsOf(`select xmin::text from schools where namespace = 'outra'`)).toEqual(before)
})
