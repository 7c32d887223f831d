import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { hourMs, minuteMs } from '@escola/contract/durations'
import { defaultPage, platformPages } from '@escola/contract/page-texts'
import { acceptedPage, pages } from '@escola/contract/pages.contract'
import { beforeAll, expect, it, vi } from 'vitest'
import { openSchool } from '../../core/scope.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import { stopClock } from '../../testing/clock.ts'
import { type World, world } from '../../testing/world.ts'

let here: World
beforeAll(async () => {
  here = await world()
})

const newcomer = () => ({ email: `${randomUUID()}@example.com`, password: 'pao-de-queijo1', disclosure: true as const })
const terms = { page: acceptedPage }

async function makeSchool() {
  const school = await here.makeSchool('Termos')
  const write = (html: string) => here.call(pages.save, { as: school.admin, params: terms, body: { html } })
  const signUp = async () => {
    const body = { name: 'Ana Souza', ...newcomer() }
    const { status } = await here.call(accounts.signUpStudent, { params: { schoolId: school.id }, body })
    expect(status).toBe(201)
    return body.email
  }
  return { ...school, write, signUp }
}

const consentsIn = (schoolId: string) =>
  openSchool(here.database, schoolId).tx((db) =>
    db
      .selectFrom('consents')
      .innerJoin('memberships', 'memberships.user_id', 'consents.user_id')
      .orderBy('consents.id')
      .select(['email', 'whose', 'page', 'version', 'way', 'utc_given_on'])
      .execute(),
  )
const versionsIn = (schoolId: string) =>
  openSchool(here.database, schoolId).tx((db) =>
    db.selectFrom('page_versions').orderBy('number').select(['number', 'html', 'was_accepted']).execute(),
  )

it('keeps of each student which text of the terms they accepted, and when', async () => {
  stopClock()
  const school = await makeSchool()
  const first = await school.signUp()
  const given = new Date()
  await school.write('<p>Estude com calma.</p>')
  vi.setSystemTime(given.getTime() + minuteMs)
  const [second, third] = await Promise.all([school.signUp(), school.signUp()])
  const consents = await consentsIn(school.id)
  const consent = { whose: 'school', page: acceptedPage, way: 'sign-up' }
  expect(consents).toContainEqual({ ...consent, email: first, version: 1, utc_given_on: given })
  for (const email of [second, third])
    expect(consents).toContainEqual({ ...consent, email, version: 2, utc_given_on: new Date() })
  const { name } = await school.tx((db) => db.selectFrom('schools').select('name').executeTakeFirstOrThrow())
  expect(await versionsIn(school.id)).toEqual([
    { number: 1, html: defaultPage(acceptedPage, { name, email: '', cellphone: '' }), was_accepted: true },
    { number: 2, html: '<p>Estude com calma.</p>', was_accepted: true },
  ])
})

it('keeps one version of a text that its author still types, and never changes one that was accepted', async () => {
  stopClock()
  const school = await makeSchool()
  for (const html of ['<p>Est</p>', '<p>Estude</p>']) await school.write(html)
  const open = { number: 1, html: '<p>Estude</p>', was_accepted: false }
  expect(await versionsIn(school.id)).toEqual([open])
  vi.setSystemTime(Date.now() + hourMs)
  await school.write('<p>Estude sempre</p>')
  await school.signUp()
  await school.write('<p>Estude sempre mais</p>')
  expect((await versionsIn(school.id)).map(({ html, was_accepted }) => [html, was_accepted])).toEqual([
    ['<p>Estude</p>', false],
    ['<p>Estude sempre</p>', true],
    ['<p>Estude sempre mais</p>', false],
  ])
})

it("keeps an owner's consent to the platform's terms, also under another e-mail", async () => {
  const typed = { school_name: 'Escola Nova', user_name: 'Maria da Silva', ...newcomer() }
  const { schoolId } = (await here.call(accounts.signUpOwner, { body: typed })).body
  const { email, password } = typed
  const consent = { whose: 'platform', page: acceptedPage, version: 1, way: 'sign-up', utc_given_on: expect.any(Date) }
  expect(await consentsIn(schoolId)).toEqual([{ ...consent, email }])
  const newEmail = newcomer().email
  expect((await here.call(accounts.correctEmail, { body: { email, password, newEmail } })).status).toBe(200)
  expect(await consentsIn(schoolId)).toEqual([{ ...consent, email: newEmail }])
  const texts = await here.database.withPlatform((db) =>
    db.selectFrom('platform_page_versions').select(['page', 'number', 'html']).execute(),
  )
  expect(texts).toEqual([{ page: acceptedPage, number: 1, html: platformPages[acceptedPage] }])
})

it('keeps what an invited student accepted', async () => {
  const school = await makeSchool()
  const { email } = newcomer()
  const userId = (await here.tools.people.ensure([email])).get(email)!.userId
  await school.make.membership({ userId, email })
  const token = randomToken()
  const link = { token_hash: hashToken(token), purpose: 'invitation', user_id: userId, school_id: school.id }
  await here.database.withPlatform((db) =>
    db
      .insertInto('email_tokens')
      .values({ ...link, utc_expires_on: new Date(Date.now() + 600_000) })
      .execute(),
  )
  const body = { name: 'Ana Souza', password: 'pao-de-queijo1', disclosure: true as const }
  expect((await here.call(accounts.acceptInvitation, { params: { token }, body })).status).toBe(200)
  expect(await consentsIn(school.id)).toMatchObject([{ email, whose: 'school', version: 1, way: 'invitation' }])
})
