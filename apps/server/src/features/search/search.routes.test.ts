import { type Found, search, wholeSearchLimits } from '@escola/contract/search.contract'
import { beforeAll, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { type World, world } from '../../testing/world.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

const find = async (as: Person, q: string, view?: 'student') => {
  const { status, body } = await w.call(search.everything, { as, query: { q, ...(view && { view }) } })
  expect(status).toBe(200)
  return body
}
const titlesOf = ({ degrees, contents, school_gateways }: Found) =>
  [degrees, contents, school_gateways].map((kind) => kind.map(({ title }) => title))
const none: Found = { students: [], purchases: [], degrees: [], contents: [], school_gateways: [] }

/** A school with a course that its class opens, a private one, one that is not published, and a sale. */
async function makeBakery() {
  const school = await w.makeSchool('Padaria')
  const { make } = school
  const open = await make.course({ title: 'Fermentação natural' })
  await make.course({ title: 'Fermentação secreta', is_private: true })
  await make.course({ title: 'Fermentação em rascunho', published: false })
  const cohort = await make.cohort({ title: 'Fermentadores de março', courses: [open] })
  const student = await make.student('Olívia Paiva')
  await make.enrollment(cohort, student)
  await school.tx(async (db) => {
    const rename = (id: string, title: string, columns = {}) =>
      db
        .updateTable('lessons')
        .set({ title, ...columns })
        .where('id', '=', id)
        .execute()
    await rename(open.lessons[0]!.id, 'Ligar a fermentação')
    await rename(open.lessons[1]!.id, 'Fermentação, o que falta', { utc_published_on: null })
    await db
      .updateTable('memberships')
      .set({ cellphone: '11987654321' })
      .where('user_id', '=', student.userId)
      .execute()
    const sale = { platform: 'hotmart', body: '', headers: '{}', query: '{}', state: 'done', buyer_name: 'Olívia P.' }
    const received = { ...sale, transaction_code: 'HP1234567890', utc_received_on: new Date() }
    await db
      .insertInto('sales')
      .values([
        { ...received, delivery_hash: 'a', buyer_email: 'outra@exemplo.com' },
        { ...received, delivery_hash: 'b', buyer_email: 'outra@exemplo.com', corrected_email: student.email },
      ])
      .execute()
  })
  return { ...school, student, open }
}

it('finds an administrator people, purchases, courses, lessons and classes, by the beginnings of words', async () => {
  const { admin, student, open } = await makeBakery()
  expect(titlesOf(await find(admin, 'FERMENTACAO'))).toEqual([
    ['Fermentação em rascunho', 'Fermentação natural', 'Fermentação secreta'],
    ['Fermentação, o que falta', 'Ligar a fermentação'],
    [],
  ])
  expect(titlesOf(await find(admin, 'fermentad'))).toEqual([[], [], ['Fermentadores de março']])
  expect(titlesOf(await find(admin, 'natural'))).toEqual([['Fermentação natural'], [], []])
  expect(titlesOf(await find(admin, 'tural'))).toEqual([[], [], []])
  expect((await find(admin, 'Ligar')).contents).toEqual([
    {
      link: open.lessons[0]!.link,
      title: 'Ligar a fermentação',
      degree_link: open.link,
      degree_title: 'Fermentação natural',
    },
  ])
  const found = { name: 'Olívia Paiva', email: student.email }
  for (const q of ['livia pai', student.email.slice(0, 12), '(11) 98765-4321'])
    expect((await find(admin, q)).students).toEqual([expect.objectContaining(found)])
  const { purchases } = await find(admin, 'hp1234567890')
  expect(purchases).toEqual([
    { transaction: 'HP1234567890', buyer_name: 'Olívia P.', student_link: expect.stringMatching(/./) },
  ])
})

it('finds a student the published courses and lessons that their classes open, and nothing else', async () => {
  const { admin, make, student } = await makeBakery()
  expect(titlesOf(await find(student, 'ferm'))).toEqual([['Fermentação natural'], ['Ligar a fermentação'], []])
  for (const q of ['Olívia', student.email, 'HP1234567890', '11987654321', 'secreta', 'rascunho', 'o que falta'])
    expect(await find(student, q)).toEqual(none)
  expect(await find(await make.student('Sem Turma'), 'fermentação')).toEqual(none)
  const asStudent = await find(admin, 'fermentação', 'student')
  expect(titlesOf(asStudent)).toEqual([['Fermentação natural', 'Fermentação secreta'], ['Ligar a fermentação'], []])
})

it('keeps a private lesson from those who have the public class alone', async () => {
  const { tx, make } = await w.makeSchool('Vitrine')
  const course = await make.course({ title: 'Pães' })
  const everybody = await make.cohort({ isPublic: true, all: true })
  const own = await make.cohort({ title: 'Turma paga', courses: [course] })
  await tx((db) =>
    db.updateTable('lessons').set({ is_private: true }).where('id', '=', course.lessons[0]!.id).execute(),
  )
  const [guest, buyer] = [await make.student('Gui'), await make.student('Bea')]
  await make.enrollment(everybody, guest)
  await make.enrollment(own, buyer)
  expect((await find(guest, 'aula')).contents.map(({ title }) => title)).toEqual(['Aula 1.2'])
  expect((await find(buyer, 'aula')).contents.map(({ title }) => title)).toEqual(['Aula 1.1', 'Aula 1.2'])
})

it('finds nothing of another school, and answers its members alone', async () => {
  const { student } = await makeBakery()
  const { northside, riverside } = w
  for (const q of ['fermentação', 'Olívia', student.email, 'HP1234567890', '11987654321', 'ligar'])
    expect(await find(northside.admin, q)).toEqual(none)
  const query = { q: 'a' }
  const params = { schoolId: riverside.id }
  expect((await w.call(search.everything, { as: student, params, query })).status).toBe(404)
  expect((await w.call(search.everything, { params, query })).status).toBe(401)
})

it('takes wildcards as letters, answers nothing to nothing, and refuses a text that is too long', async () => {
  const { admin, make } = await makeBakery()
  for (const q of ['', '   ', '%', '_ermenta', '\\', '\0', '\u{d800}']) expect(await find(admin, q)).toEqual(none)
  for (let number = 0; number <= wholeSearchLimits.perKind; number++) await make.course({ title: `Bolo ${number}` })
  expect((await find(admin, 'bolo')).degrees).toHaveLength(wholeSearchLimits.perKind)
  const long = await w.call(search.everything, { as: admin, query: { q: 'a'.repeat(wholeSearchLimits.max + 1) } })
  expect(long.status).toBe(400)
})
