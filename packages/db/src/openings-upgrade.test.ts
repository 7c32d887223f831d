import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('openings')
})
afterAll(() => upgrade.close())

it('tells students of earlier releases nothing that had opened by the upgrade', async () => {
  await upgrade.migrateTo('0105')
  await upgrade.admin.query(`insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul')`)
  await joinDatabases(upgrade.servers, upgrade.name)
  const [[before]] = (await upgrade.rowsOf('select clock_timestamp()')) as [[Date]]
  await upgrade.migrateTo('9999')
  const announced = 'select count(*)::int, count(utc_ended_on)::int, min(utc_until) from opening_tellings'
  const [[schools, ended, since]] = (await upgrade.rowsOf(announced)) as [[number, number, Date]]
  expect([schools, ended, since >= before]).toEqual([2, 2, true])
})
