import { type HtmlPage, htmlPages, pages } from '@escola/contract/pages.contract'
import { describe, expect, it } from 'vitest'
import type { Person } from '../../testing/call.ts'
import { world } from '../../testing/world.ts'

async function makeSchool(values: {
  name?: string
  email?: string
  cellphone?: string
  is_private?: boolean
  is_blocked?: boolean
}) {
  const w = await world()
  const school = await w.makeSchool('Páginas')
  await w.database.withPlatform((db) =>
    db
      .updateTable('schools')
      .set({ email: '', ...values })
      .where('id', '=', school.id)
      .execute(),
  )
  return school
}
const open = async (schoolId: string, page: string, as?: Pick<Person, 'token'>) => {
  const { call } = await world()
  return call(pages.get, { as, params: { schoolId, page } })
}
const save = async (as: Person, page: string, html: string) => {
  const { call } = await world()
  return call(pages.save, { as, params: { page }, body: { html } })
}
const all = Object.keys(htmlPages) as HtmlPage[]

describe('a page that the school has not written', () => {
  it.each(all)('%s says who the school is and how to reach it', async (page) => {
    const school = await makeSchool({ name: 'Pão & <b>Cia</b>', email: 'oi@pao.example', cellphone: '11912345678' })
    const { body } = await open(school.id, page)
    expect(body.is_default).toBe(true)
    expect(body.html).toContain('Pão &amp; &lt;b&gt;Cia&lt;/b&gt;')
    expect(body.html).toContain('oi@pao.example')
    expect(body.html).toContain('(11) 91234-5678')
    // An administrator starts from the text that would be kept of it.
    expect((await save(school.admin, page, body.html)).body).toEqual({ html: body.html, is_default: false })
  })
  it.each(['termos-e-condicoes', 'politica-de-privacidade'])('%s speaks of the LGPD', async (page) => {
    expect((await open((await makeSchool({})).id, page)).body.html).toContain('LGPD')
  })
})

it.each(['<', '<p>', '<p><b>'])('is not made of a hundred thousand characters of %s', async (part) => {
  const school = await makeSchool({})
  const { status, error } = await save(school.admin, 'sobre', part.repeat(100_000 / part.length))
  expect([status, error.fields]).toEqual([400, { html: 'Este texto tem formatação demais' }])
})

it('keeps what an administrator writes, cleaned, until it is emptied', async () => {
  const school = await makeSchool({})
  const other = await makeSchool({})
  const before = (await open(school.id, 'sobre')).body
  const html = '<h2>Quem somos</h2><p onclick="x()">Oi<script>alert(1)</script> <a href="javascript:x">aqui</a></p>'
  const clean = { html: '<h2>Quem somos</h2><p>Oi <a>aqui</a></p>', is_default: false }
  expect((await save(school.admin, 'sobre', html)).body).toEqual(clean)
  expect((await open(school.id, 'sobre')).body).toEqual(clean)
  expect((await open(school.id, 'termos-e-condicoes')).body.is_default).toBe(true)
  expect((await open(other.id, 'sobre')).body.is_default).toBe(true)
  expect((await save(school.admin, 'sobre', '<p> </p>')).body).toEqual(before)
  expect((await open(school.id, 'sobre')).body).toEqual(before)
})

it('has no other pages', async () => {
  const { northside } = await world()
  for (const page of ['galeria', 'toString', '__proto__'])
    expect([(await open(northside.id, page)).status, (await save(northside.admin, page, 'x')).status]).toEqual([
      404, 404,
    ])
})

it('of a private school shows terms and policy to any visitor, without its contact, and the rest to its own people', async () => {
  const school = await makeSchool({ is_private: true, email: 'oi@pao.example' })
  const { riverside } = await world()
  for (const page of all) {
    const isOpen = page !== 'sobre'
    const visitor = await open(school.id, page)
    expect([page, visitor.status]).toEqual([page, isOpen ? 200 : 401])
    expect([page, (await open(school.id, page, riverside.student)).status]).toEqual([page, isOpen ? 200 : 403])
    expect(JSON.stringify(visitor.body)).not.toContain('oi@pao.example')
    expect((await open(school.id, page, school.student)).body.html).toContain('oi@pao.example')
  }
})

it('of a blocked school shows nothing', async () => {
  const school = await makeSchool({ is_blocked: true })
  for (const page of all) expect((await open(school.id, page)).error.code).toBe('school_blocked')
})

it.each([{ is_private: true }, { is_blocked: true }])(
  'of a school that is %j is read by an administrator of the platform as by a member',
  async (values) => {
    const school = await makeSchool({ ...values, email: 'oi@pao.example' })
    const { makePlatformPerson } = await world()
    const vera = await makePlatformPerson()
    for (const page of all) expect((await open(school.id, page, vera)).body.html).toContain('oi@pao.example')
    const teacher = await makePlatformPerson('teacher')
    expect((await open(school.id, 'sobre', teacher)).status).toBe(403)
  },
)
