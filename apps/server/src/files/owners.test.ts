import { sql } from 'kysely'
import { expect, it } from 'vitest'
import { fileOwners } from '../file-owners.ts'
import { world } from '../testing/world.ts'
import { assertOneOwnerEach, filePurposes } from './owners.ts'

it('has one owner for the files of each purpose', () => {
  expect(() => assertOneOwnerEach(fileOwners)).not.toThrow()
})

it.each(filePurposes)('refuses to start when no feature owns %s, or two do', (purpose) => {
  const owner = fileOwners.find((each) => each.purpose === purpose)!
  const others = fileOwners.filter((each) => each !== owner)
  expect(() => assertOneOwnerEach(others)).toThrow(`${purpose} has no owner`)
  expect(() => assertOneOwnerEach([...fileOwners, owner])).toThrow(`${purpose} has 2 owners`)
})

it('knows every purpose that the database takes', async () => {
  const { northside } = await world()
  const { rows } = await northside.tx((db) =>
    sql<{ rule: string }>`select pg_get_constraintdef(oid) as rule from pg_constraint
      where conrelid = 'files'::regclass and contype = 'c' and pg_get_constraintdef(oid) like '%purpose%'`.execute(db),
  )
  const taken = rows.flatMap(({ rule }) => [...rule.matchAll(/'(\w+)'/g)].map(([, purpose]) => purpose))
  expect(taken.toSorted()).toEqual(filePurposes.toSorted())
})
