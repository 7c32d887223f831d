import { editions } from '@escola/contract/editions.contract'
import { refusals } from '@escola/contract/refusals'
import type { BodyOf } from '@escola/contract/route'
import { expect, it } from 'vitest'
import { affiliate, makePlan, spread } from '../../testing/franchise.ts'
import { world } from '../../testing/world.ts'

it("saves an affiliate's own values of an edition, and of an edition alone", async () => {
  const w = await world()
  const franchisor = await w.makeSchool('Matriz')
  const school = await w.makeSchool('Filial')
  const made = await franchisor.make.course()
  const own = await school.make.course()
  await affiliate(franchisor, school, await makePlan(franchisor, 'all'))
  await spread(w, franchisor)
  const category = await school.make.category()
  const as = school.admin
  const params = { link: made.link }
  const { body } = await w.call(editions.get, { as, params })
  expect(body.edition).toMatchObject({
    id: made.id,
    franchisor: { id: franchisor.id, name: 'Escola Mãe' },
    is_private: true,
    category_id: null,
  })
  const values = { is_visible: false, is_private: false, has_comments: false, landing_page_url: 'Minha Página' }
  const saved = await w.call(editions.save, { as, params, body: { ...values, category_id: category.id } })
  const expected = { ...values, landing_page_url: 'minha-pagina', category_id: category.id }
  expect(saved.body.edition).toMatchObject(expected)
  expect((await w.call(editions.save, { as, params, body: {} })).body.edition).toMatchObject(expected)
  await spread(w, franchisor)
  expect((await w.call(editions.get, { as, params })).body.edition).toMatchObject(expected)

  const refused = async (body: BodyOf<typeof editions.save>) =>
    (await w.call(editions.save, { as, params, body })).error.fields
  expect(await refused({ category_id: '999999' })).toEqual({ category_id: refusals.categoryGone })
  expect(await refused({ landing_page_url: 'javascript:alert(1)' })).toEqual({ landing_page_url: refusals.landingPage })
  for (const link of [own.link, 'nenhum'])
    expect((await w.call(editions.save, { as, params: { link }, body: {} })).status).toBe(404)
})
