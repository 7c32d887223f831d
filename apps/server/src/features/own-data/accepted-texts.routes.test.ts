import { accounts } from '@escola/contract/accounts.contract'
import { ownData } from '@escola/contract/own-data.contract'
import { platformPages } from '@escola/contract/page-texts'
import { acceptedPage, pages } from '@escola/contract/pages.contract'
import { beforeAll, expect, it } from 'vitest'
import { type World, world } from '../../testing/world.ts'
import { keepAcceptedPlatformTerms } from '../pages/pages.service.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** Makes a student who joined two schools, the first of which has changed its terms since. */
async function makeReader() {
  const [first, second] = [await w.makeSchool('Primeira'), await w.makeSchool('Segunda')]
  const write = (html: string) =>
    w.call(pages.save, { as: first.admin, params: { page: acceptedPage }, body: { html } })
  await write('<p>Estude com calma.</p>')
  const lia = await w.northside.make.student('Lia Prado')
  for (const { id } of [first, second]) {
    const joined = await w.call(accounts.joinSchool, { as: lia, params: { schoolId: id }, body: { disclosure: true } })
    expect(joined.status).toBe(200)
  }
  await write('<p>Estude com pressa.</p>')
  return { first, second, lia }
}
const textsOf = async (as: { token: string }) => (await w.call(ownData.acceptedTexts, { as })).body.texts

it('lists what a user has accepted in each school, and opens its text and the other versions', async () => {
  const { first, second, lia } = await makeReader()
  const texts = await textsOf(lia)
  expect(texts).toMatchObject([
    { school: { id: second.id, name: 'Segunda' }, whose: 'school', page: acceptedPage, version: 1 },
    { school: { id: first.id, name: 'Primeira' }, whose: 'school', page: acceptedPage, version: 1 },
  ])
  const open = (version?: number) =>
    w.call(ownData.acceptedText, {
      as: lia,
      params: { schoolId: first.id, consentId: texts[1]!.id },
      query: version ? { version } : {},
    })
  const { body } = await open()
  expect(body).toMatchObject({ number: 1, html: '<p>Estude com calma.</p>', versions: [{ number: 2 }, { number: 1 }] })
  expect((await open(2)).body).toMatchObject({ number: 2, html: '<p>Estude com pressa.</p>' })
  expect((await open(3)).status).toBe(404)
})

it('opens the platform’s own terms for the owner who accepted them', async () => {
  const school = await w.makeSchool('Dona')
  await w.database.withPlatform(async (db) => {
    const version = await keepAcceptedPlatformTerms(db, w.tools)
    const consent = { whose: 'platform', page: acceptedPage, version, way: 'sign-up', utc_given_on: new Date() }
    await db
      .insertInto('consents')
      .values({ school_id: school.id, user_id: school.admin.userId, ...consent })
      .execute()
  })
  const [text] = await textsOf(school.admin)
  expect(text).toMatchObject({ whose: 'platform' })
  const opened = await w.call(ownData.acceptedText, { as: school.admin, params: { consentId: text!.id } })
  expect(opened.body).toMatchObject({ html: platformPages[acceptedPage], versions: [{ number: text!.version }] })
})

it('opens no text for a user who has not accepted it, and lists none to a session of a school', async () => {
  const { first, lia } = await makeReader()
  const [, text] = await textsOf(lia)
  const params = { schoolId: first.id, consentId: text!.id }
  expect((await w.call(ownData.acceptedText, { as: first.student, params })).status).toBe(404)
  expect(await textsOf(first.student)).toEqual([])
  const schools = await w.makePlatformPerson('student', first.id)
  expect((await w.call(ownData.acceptedTexts, { as: schools })).error.code).toBe('school_session_only')
})
