import { afterAll, beforeAll, expect, it } from 'vitest'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('questoes')
})
afterAll(() => upgrade.close())

it('gives schools named questoes and correcoes the first free names after them, keeps the old ones leading there, and notifies', async () => {
  await upgrade.migrateTo('0217')
  const { admin, rowsOf } = upgrade
  await admin.query(
    `insert into schools (name, namespace) values ('Questões', 'questoes'), ('Correções', 'correcoes'), ('Segunda', 'questoes-2'), ('Outra', 'outra')`,
  )
  await admin.query(
    `insert into former_namespaces (namespace, school_id, utc_released_on) select 'questoes-3', id, now() from schools where name = 'Outra'`,
  )
  await upgrade.migrateTo('9999')
  expect(await rowsOf('select name, namespace from schools order by name')).toEqual([
    ['Correções', 'correcoes-2'],
    ['Outra', 'outra'],
    ['Questões', 'questoes-4'],
    ['Segunda', 'questoes-2'],
  ])
  expect(
    await rowsOf(
      'select f.namespace, s.name from former_namespaces f join schools s on s.id = f.school_id order by f.namespace',
    ),
  ).toEqual([
    ['correcoes', 'Correções'],
    ['questoes', 'Questões'],
    ['questoes-3', 'Outra'],
  ])
  expect(
    await rowsOf(
      `select s.name from release_notices n join schools s on s.id = n.school_id where n.kind = 'address' order by s.name`,
    ),
  ).toEqual([['Correções'], ['Questões']])
})
