import { cohorts } from '@escola/contract/cohorts.contract'
import { students } from '@escola/contract/students.contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../../testing/world.ts'
import { type Seller, sellersOf } from '../../sales/sales.testing.ts'

let w: World
let s: Seller
beforeAll(async () => {
  w = await world()
  s = await sellersOf(w).makeSeller()
  const people = [
    ['Ana Recente', '11987654321'],
    ['Bia Antiga', '1187654321'],
    ['Caio Com País', '5511987654321'],
    ['Davi do Rio', '21987654321'],
    ['Eva do Peru', '+51987654321'],
    ['Gil Sem Telefone', ''],
  ] as const
  for (const [name, cellphone] of people) {
    const student = await s.make.student(name)
    await s.make.enrollment(s.cohort, student)
    await s.tx((db) => db.updateTable('memberships').set({ cellphone }).where('user_id', '=', student.userId).execute())
  }
})

const firstNames = (list: { name: string }[]) => list.map(({ name }) => name.split(' ')[0]).sort()

describe.each([
  ['(11) 98765-4321', ['Ana', 'Bia', 'Caio']],
  ['+55 11 98765-4321', ['Ana', 'Bia', 'Caio']],
  ['011987654321', ['Ana', 'Bia', 'Caio']],
  ['87654321', ['Ana', 'Bia', 'Caio', 'Davi', 'Eva']],
  ['98765-4321', ['Ana', 'Bia', 'Caio', 'Davi', 'Eva']],
  ['21 98765 4321', ['Davi']],
  ['11 9 87 65 43 21', ['Ana', 'Bia', 'Caio']],
  ['+51 987 654 321', ['Eva']],
  ['31 98765-4321', []],
  ['7654321', []],
])('the telephone %s', (search, names) => {
  it('finds students, with a filter too', async () => {
    const { body } = await w.call(students.list, { as: s.as, query: { search } })
    expect([firstNames(body.students.list), body.students.total]).toEqual([names, names.length])
    const filtered = await w.call(students.list, { as: s.as, query: { search, access: 'with' } })
    expect(firstNames(filtered.body.students.list)).toEqual(names)
  })
  it('finds members of a class', async () => {
    const { body } = await w.call(cohorts.get, { as: s.as, params: { id: s.cohort.id }, query: { search } })
    expect(firstNames(body.students.list)).toEqual(names)
  })
})

it('finds sales, and earlier ones by the e-mail of the student with the telephone', async () => {
  await s.hotmart('PURCHASE_APPROVED')
  await s.work()
  for (const search of ['(11) 90000-0001', '900000001', '+5511900000001'])
    expect((await s.list({ search })).sales.list.map(({ email }) => email)).toEqual([s.email])
  for (const search of ['(21) 90000-0001', '(11) 90000-0002']) expect((await s.list({ search })).sales.total).toBe(0)
  await s.tx((db) => db.updateTable('sales').set({ buyer_phone: '' }).execute())
  expect((await s.list({ search: '(11) 90000-0001' })).sales.total).toBe(1)
})

it('finds no student of another school', async () => {
  const { body } = await w.call(students.list, { as: w.riverside.admin, query: { search: '11987654321' } })
  expect(body.students.total).toBe(0)
})
