import { platform } from '@escola/contract/platform.contract'
import type { QueryOf } from '@escola/contract/route'
import { beforeAll, describe, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

type Query = QueryOf<typeof platform.schools>
const listFor = async (as: { token: string }, query: Query = {}) =>
  (await w.call(platform.schools, { as, query })).body.schools
const namesFor = async (as: { token: string }, query: Query = {}) =>
  (await listFor(as, query)).list.map(({ name }) => name)

interface Row {
  name: string
  namespace?: string
  domain?: string
  use_own_domain?: boolean
  email?: string
  balance_cents?: string
  utc_created_on?: Date
}
const insert = (rows: Row[]) =>
  w.database.withPlatform((db) => db.insertInto('schools').values(rows).returning('id').execute())

describe('a platform administrator', () => {
  it('sees every school with its balance and students, sorted in each of the five ways, and back', async () => {
    const as = await w.makePlatformPerson()
    const day = (number: number) => new Date(Date.UTC(2020, 0, number))
    const rows = [
      { name: 'Ordem 10', balance_cents: '-250', utc_created_on: day(3) },
      { name: 'Ordem 9', balance_cents: '0', utc_created_on: day(1) },
      { name: 'ordem Á', balance_cents: '123456', utc_created_on: day(2) },
    ]
    for (const row of rows) await insert([row])
    const search = 'ordem'
    const sorted = (sortBy: NonNullable<NonNullable<Query>['sortBy']>) => namesFor(as, { search, sortBy })
    expect(await sorted('id')).toEqual(['Ordem 10', 'Ordem 9', 'ordem Á'])
    expect(await sorted('-id')).toEqual(['ordem Á', 'Ordem 9', 'Ordem 10'])
    expect(await sorted('date')).toEqual(['Ordem 9', 'ordem Á', 'Ordem 10'])
    expect(await sorted('name')).toEqual(['Ordem 9', 'Ordem 10', 'ordem Á'])
    expect(await sorted('-balance')).toEqual(['ordem Á', 'Ordem 9', 'Ordem 10'])
    expect(await sorted('total_students')).toHaveLength(3)
    const { list } = await listFor(as, { search, sortBy: 'balance' })
    expect(list.map(({ balance }) => balance)).toEqual(['-2.50', '0.00', '1234.56'])
    // The filter '0' is for schools without a debt.
    expect(await namesFor(as, { search, negative: '0', sortBy: 'id' })).toEqual(['Ordem 9', 'ordem Á'])
    expect(await namesFor(as, { search, negative: '1' })).toEqual(['Ordem 10'])
  })

  it('sorts by students as they come', async () => {
    const as = await w.makePlatformPerson()
    const [small, large] = [await w.makeSchool('Contagem pequena'), await w.makeSchool('Contagem grande')]
    await large.make.student('Ana Souza')
    const { list } = await listFor(as, { search: 'contagem', sortBy: '-total_students' })
    expect(list.map(({ id, total_students }) => [id, total_students])).toEqual([
      [large.id, 2],
      [small.id, 1],
    ])
  })

  it('finds a piece of a name, an e-mail, a namespace or a domain, and reads wildcards as text', async () => {
    const as = await w.makePlatformPerson()
    await insert([
      {
        name: 'Panificação Artesanal',
        email: 'dona@forno.example',
        namespace: 'pao-e-arte',
        domain: 'cursos.forno.example',
      },
      { name: '100% Pão' },
    ])
    for (const search of ['nificaçao', 'PANIFICACAO', 'dona@forno', 'pao-e-arte', 'cursos.forno'])
      expect(await namesFor(as, { search }), search).toEqual(['Panificação Artesanal'])
    expect(await namesFor(as, { search: '100%' })).toEqual(['100% Pão'])
    expect(await namesFor(as, { search: '%_%' })).toEqual([])
    expect(await listFor(as, { search: 'não existe' })).toMatchObject({ total: 0, more: false, list: [] })
  })

  it('pages from either end, counts a search up to a bound, and is refused what is too long', async () => {
    const as = await w.makePlatformPerson()
    await insert(Array.from({ length: 230 }, (_, index) => ({ name: `Muitas ${index}` })))
    const { total } = await listFor(as)
    const last = Math.ceil(total / 50)
    const seen = new Set<string>()
    for (let page = 1; page <= last; page++)
      for (const { id } of (await listFor(as, { page, sortBy: 'name' })).list) seen.add(id)
    expect(seen.size).toBe(total)
    expect((await listFor(as, { page: last + 1 })).list).toEqual([])
    expect(await listFor(as, { search: 'muitas' })).toMatchObject({ total: 200, more: true, rowsPerPage: 50 })
    const refused = await w.call(platform.schools, { as, query: { search: 'x'.repeat(31) } })
    expect([refused.status, Object.keys(refused.error.fields ?? {})]).toEqual([400, ['search']])
  })

  it('opens a school in its own view', async () => {
    const as = await w.makePlatformPerson()
    const { id } = await w.makeSchool('Aberta por fora')
    const { list } = await listFor(as, { search: 'aberta por fora' })
    expect(list).toMatchObject([{ id, role: [], url: `http://localhost:3000/escola/${id}/` }])
  })
})

describe('any other user', () => {
  it('sees the schools that they belong to, by name, with their roles, and is told no figures', async () => {
    const [first, second] = [await w.makeSchool('Própria Beta'), await w.makeSchool('Própria Alfa')]
    await second.make.membership(first.admin, 'Dona de duas')
    const { list, total } = await listFor(first.admin, { sortBy: 'balance' })
    expect(total).toBe(2)
    expect(list).toMatchObject([
      { id: second.id, role: ['student'], total_students: null, balance: null, email: null },
      { id: first.id, role: ['admin'], total_students: null, balance: null, email: null },
    ])
    expect(await namesFor(first.admin, { search: 'alfa' })).toEqual(['Própria Alfa'])
    expect(await namesFor(w.northside.student)).toEqual(['Northside'])
  })

  it.each(['academy', 'academy-admin', 'teacher'])('%s sees no others’ schools', async (role) => {
    expect((await listFor(await w.makePlatformPerson(role))).total).toBe(0)
  })

  it('sees one school through its session, also as an administrator of the platform', async () => {
    const as = await w.makePlatformPerson('admin', w.northside.id)
    expect((await listFor(as)).total).toBe(0)
  })

  it('opens the first namespace or domain', async () => {
    const { admin, ...school } = await w.makeSchool('Endereço')
    const urlWhen = async (row: { namespace: string | null; domain: string | null; use_own_domain: boolean }) => {
      await w.database.withPlatform((db) => db.updateTable('schools').set(row).where('id', '=', school.id).execute())
      return (await listFor(admin)).list[0]!.url
    }
    const domain = 'cursos.endereco.example'
    expect(await urlWhen({ namespace: 'endereco', domain, use_own_domain: true })).toBe(
      'http://localhost:3000/endereco/',
    )
    expect(await urlWhen({ namespace: null, domain, use_own_domain: true })).toBe(`https://${domain}/`)
    expect(await urlWhen({ namespace: null, domain, use_own_domain: false })).toBe(
      `http://localhost:3000/escola/${school.id}/`,
    )
  })
})
