import { cohorts } from '@escola/contract/cohorts.contract'
import { platform } from '@escola/contract/platform.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, it } from 'vitest'
import { world } from '../../testing/world.ts'
import { balanceOf, startingBank } from './ledger.service.ts'

it('begins with one balance in the database, the context, a class and the list of schools', async () => {
  const { call, database, makeSchool, makePlatformPerson } = await world()
  const school = await makeSchool('Escola sem saldo')
  const row = await database.withPlatform((db) =>
    db.selectFrom('schools').where('id', '=', school.id).select(['balance_cents', 'name']).executeTakeFirstOrThrow(),
  )
  expect(balanceOf(row)).toBe(startingBank.balance)
  const query = { domain: 'localhost', pathname: `/escola/${school.id}` }
  expect((await call(schools.context, { query })).body.bank).toEqual(startingBank)
  expect((await call(schools.context, { as: school.admin, query })).body.bank).toEqual(startingBank)
  const { id } = await school.make.cohort()
  const body = { name: 'Rita Moraes', email: 'rita@saldo.example' }
  const added = await call(cohorts.addStudent, { as: school.admin, params: { id }, body })
  expect(added.body.bank).toEqual(startingBank)
  const listed = await call(platform.schools, { as: await makePlatformPerson(), query: { search: row.name } })
  const found = listed.body.schools.list.find((each) => each.id === school.id)
  expect(found?.balance).toBe(startingBank.balance)
})
