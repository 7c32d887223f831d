import { students } from '@escola/contract/students.contract'
import { beforeAll, expect, it } from 'vitest'
import { piecesOf } from '../../../core/search-pattern.ts'
import { type World, world } from '../../../testing/world.ts'

let w: World
let school: World['northside']
beforeAll(async () => {
  w = await world()
  school = await w.makeSchool('Perto')
  for (const [name, email] of [
    ['Joana Peixoto', 'joana.peixoto@gmail.com'],
    ['João Silva', 'js1980@uol.com.br'],
    ['Maria Antunes', 'maria.antunes@gmail.com'],
  ] as const) {
    const { userId } = await school.make.student(name)
    await school.tx((db) => db.updateTable('memberships').set({ email }).where('user_id', '=', userId).execute())
  }
  await school.tx((db) =>
    db
      .insertInto('sales')
      .values(
        ['unmatched', 'no_email', 'done'].map((state) => ({
          platform: 'hotmart',
          delivery_hash: state,
          body: '',
          headers: '{}',
          query: '{}',
          state,
          buyer_name: 'Lúcia Prates',
          buyer_email: `${state}@gmail.com`,
          utc_received_on: new Date(),
        })),
      )
      .execute(),
  )
})

const ask = async (search: string, as = school.admin) => (await w.call(students.nearby, { as, query: { search } })).body
const namesNear = async (search: string) => (await ask(search)).students.map(({ name }) => name)

it.each([
  ['joana.peixotto@gmail.com', ['Joana Peixoto']],
  ['jona.peixoto@gmial.com', ['Joana Peixoto']],
  ['joana.peixoto@hotmail.com', ['Joana Peixoto']],
  ['Joao Siva', ['João Silva']],
  ['maria.antunez@', ['Maria Antunes']],
  ['zulmira.quintela@gmail.com', []],
  ['zeca@gmail.com', []],
  ['ze', []],
  ['', []],
  ['%%%', []],
])('offers the students who are nearest to "%s"', async (search, names) => {
  expect(await namesNear(search)).toEqual(names)
})

it('counts the sales of such a buyer that wait for an administrator', async () => {
  expect((await ask('lucia prates')).pending_sales).toBe(2)
  expect((await ask('no_email@gmail.com')).pending_sales).toBe(1)
  expect((await ask('outra')).pending_sales).toBe(0)
})

it('knows no student of another school', async () => {
  const as = (await w.makeSchool('Longe')).admin
  expect(await ask('joana.peixotto@gmail.com', as)).toEqual({ students: [], pending_sales: 0 })
  expect((await ask('lucia prates', as)).pending_sales).toBe(0)
})

it.each([
  ['joana.peixotto', ['peix', 'otto', 'joa', 'ana']],
  ['ana', ['ana']],
  ['jo', []],
])('"%s" has these pieces', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces)
})
