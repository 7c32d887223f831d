import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('payment_purposes')
})
afterAll(() => upgrade.close())

it('says of the payments of earlier releases what they were for', async () => {
  await upgrade.migrateTo('0169')
  const { admin } = upgrade
  await admin.query(`insert into schools (name, namespace) values ('Norte', 'norte'), ('Sul', 'sul')`)
  await joinDatabases(upgrade.servers, upgrade.name)
  const paid: [string, string, string, number, string | null, string | null][] = [
    ['pack', 'basic', 'card', 2990, 'pi_1', null],
    ['month:code', 'super', 'pix', 59_900, 'pi_2', null],
    ['month:lost', 'middle', 'pix', 19_900, null, null],
    ['invoice:in_1', 'middle', 'card', 19_900, 'pi_3', 'in_1'],
    ['first-card', 'super', 'card', 59_900, 'pi_4', 'in_2'],
    ['first-pix', 'middle', 'pix', 19_900, 'pi_5', null],
    ['first-broken', 'middle', 'card', 19_900, null, null],
    ['overdue', 'middle', 'card', 19_900, 'pi_6', null],
    ['upgrade-card', 'super', 'card', 19_900, 'pi_7', null],
    ['upgrade-pix', 'super', 'pix', 50, null, null],
  ]
  for (const values of paid)
    await admin.query(
      `insert into payments (school_id, key, item, way, cents, intent_id, invoice_id, status, method, saves_card, utc_created_on, utc_tried_on)
       select id, $1, $2, $3, $4, $5, $6, 'succeeded', '', false, now(), now() from schools`,
      values,
    )
  await upgrade.migrateTo('9999')
  const purposes = [
    ['first-broken', 'first_month'],
    ['first-card', 'first_month'],
    ['first-pix', 'first_month'],
    ['invoice:in_1', 'renewal'],
    ['month:code', 'month_code'],
    ['month:lost', 'month_code'],
    ['overdue', 'overdue_month'],
    ['pack', 'pack'],
    ['upgrade-card', 'upgrade'],
    ['upgrade-pix', 'upgrade'],
  ]
  expect(
    await upgrade.rowsOf('select key, purpose, count(*)::int from payments group by 1, 2 order by key collate "C"'),
  ).toEqual(purposes.map((each) => [...each, 2]))
})
