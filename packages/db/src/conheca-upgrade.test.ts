import { afterAll, beforeAll, expect, it } from 'vitest'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('conheca')
})
afterAll(() => upgrade.close())

it('gives the school named conheca the first free name after it, keeps the old one leading there, and notifies its administrators', async () => {
  await upgrade.migrateTo('0213')
  const { admin, rowsOf } = upgrade
  await admin.query(
    `insert into schools (name, namespace) values ('Conheça', 'conheca'), ('Segunda', 'conheca-2'), ('Outra', 'outra')`,
  )
  await admin.query(
    `insert into former_namespaces (namespace, school_id, utc_released_on) select 'conheca-3', id, now() from schools where name = 'Outra'`,
  )
  await upgrade.migrateTo('9999')
  expect(await rowsOf('select name, namespace from schools order by name')).toEqual([
    ['Conheça', 'conheca-4'],
    ['Outra', 'outra'],
    ['Segunda', 'conheca-2'],
  ])
  expect(
    await rowsOf(
      'select f.namespace, s.name from former_namespaces f join schools s on s.id = f.school_id order by f.namespace',
    ),
  ).toEqual([
    ['conheca', 'Conheça'],
    ['conheca-3', 'Outra'],
  ])
  expect(
    await rowsOf(`select s.name from release_notices n join schools s on s.id = n.school_id where n.kind = 'address'`),
  ).toEqual([['Conheça']])
})
