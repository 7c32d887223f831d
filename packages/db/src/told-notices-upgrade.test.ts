import { afterAll, beforeAll, expect, it } from 'vitest'
import { joinDatabases } from './testing.ts'
import { openUpgrade } from './upgrade.testing.ts'

let upgrade: Awaited<ReturnType<typeof openUpgrade>>
beforeAll(async () => {
  upgrade = await openUpgrade('told_notices')
})
afterAll(() => upgrade.close())

it('has schools told whose students have telephones without a country', async () => {
  await upgrade.migrateTo('0198')
  const { admin, rowsOf } = upgrade
  await admin.query(
    `insert into schools (name, namespace) values ('Sem País', 'sem'), ('Com País', 'com'), ('De Equipe', 'equipe'), ('Lida', 'lida')`,
  )
  await joinDatabases(upgrade.servers, upgrade.name)
  await admin.query(`insert into users (name, email) values ('Ana', 'ana@escola.example')`)
  await admin.query(`insert into memberships (school_id, user_id, name, email, is_student, cellphone, phone_e164, phone_read_from)
    select s.id, u.id, u.name, u.email, s.name <> 'De Equipe',
      case s.name when 'Com País' then '+51987654321' when 'Lida' then '11987654321' else '56912345678' end,
      case s.name when 'Lida' then '+5511987654321' end, case s.name when 'Lida' then '11987654321' end
    from schools s cross join users u`)
  await upgrade.migrateTo('9999')
  const told = 'select s.name, n.kind from release_notices n join schools s on s.id = n.school_id'
  expect(await rowsOf(told)).toEqual([['Sem País', 'phones']])
})
