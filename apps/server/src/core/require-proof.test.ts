import { randomUUID } from 'node:crypto'
import { accessApi } from '@escola/contract/access-api.contract'
import { administrators } from '@escola/contract/administrators.contract'
import { type Cohort, cohorts } from '@escola/contract/cohorts.contract'
import { domains } from '@escola/contract/domains.contract'
import { hourMs } from '@escola/contract/durations'
import { emailChanges } from '@escola/contract/email-changes.contract'
import { ownData } from '@escola/contract/own-data.contract'
import { profiles } from '@escola/contract/profiles.contract'
import type { BodyOf } from '@escola/contract/route'
import { salesAccounts } from '@escola/contract/sales-accounts.contract'
import { schools } from '@escola/contract/schools.contract'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { type DnsServer, startDns } from '@escola/dev-services/dns'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hashPassword } from '../security/passwords.ts'
import { type World, world } from '../testing/world.ts'

let w: World
let dns: DnsServer
const password = 'minha1senha'
beforeAll(async () => {
  dns = await startDns(() => undefined)
  w = await world({ DNS_SERVERS: dns.address })
})
afterAll(() => dns.stop())

type Integrations = NonNullable<BodyOf<typeof cohorts.update>['integrations']>

/** A school with a class that is sold twice, whose administrator has not proven lately who they are. */
async function leftOpen() {
  const school = await w.makeSchool('Aberta')
  const { admin: as, make, tx } = school
  const cohort = await make.cohort()
  await tx((db) => db.updateTable('schools').set({ has_api: true, has_multiple_users: true }).execute())
  const saveCohort = (body: BodyOf<typeof cohorts.update>, by = as) =>
    w.call(cohorts.update, { as: by, params: { id: cohort.id }, body })
  const sold: Integrations = [
    { gateway: 'hotmart', code: 'segredo', ids: '201' },
    { gateway: 'mercadopago', code: 'segredo', access_token: 'APP_USR-1' },
  ]
  // Another administrator saves, because the gate would cache the session as it is now.
  const { gateway } = (await saveCohort({ integrations: sold }, await make.admin())).body
  const unused = await w.call(salesAccounts.create, { as: await make.admin(), body: { gateway: 'hotmart', code: 'x' } })
  const { id } = await make.integration(cohort)
  await w.database.withPlatform(async (db) => {
    await db
      .updateTable('users')
      .set({ password_hash: await hashPassword(password) })
      .where('id', '=', as.userId)
      .execute()
    await db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', as.sessionId).execute()
    await db
      .insertInto('sessions')
      .values({ user_id: as.userId, utc_expires_on: new Date(Date.now() + hourMs) })
      .execute()
  })
  const others = async () =>
    (await w.call(sessions.devices, { as })).body.devices.filter(({ isThis }) => !isThis).map((device) => device.id)
  return {
    as,
    cohort,
    saveCohort,
    integrations: gateway.integrations as [Cohort['integrations'][0], Cohort['integrations'][0]],
    integrationId: id,
    others,
    save: (body: BodyOf<typeof schools.update>) => w.call(schools.update, { as, body }),
    prove: () => w.call(sessions.prove, { as, body: { password } }),
    row: () => tx((db) => db.selectFrom('schools').selectAll().executeTakeFirstOrThrow()),
    rows: () =>
      tx((db) =>
        Promise.all([
          db.selectFrom('sales_integrations').selectAll().orderBy('id').execute(),
          db.selectFrom('sales_accounts').selectAll().orderBy('id').execute(),
        ]),
      ),
    unusedAccount: unused.body.account.id,
  }
}
type Left = Awaited<ReturnType<typeof leftOpen>>
const unchanged = ({ integrations }: Left) => integrations.map(({ id, gateway }) => ({ id, gateway }))

const guarded: Record<string, (school: Left) => Promise<{ status: number; error: { code: string } }>> = {
  'claims a domain': ({ as }) => w.call(domains.claim, { as, body: { url: `${randomUUID()}.example.com` } }),
  'removes a domain': ({ as }) => w.call(domains.remove, { as }),
  'names a domain in the settings': ({ save }) =>
    save({ name: 'Outra', use_own_domain: true, link: `${randomUUID()}.example.com` }),
  'changes the namespace': ({ save }) => save({ name: 'Outra', link: `nova-${randomUUID().slice(0, 8)}` }),
  'turns the access API off': ({ save }) => save({ name: 'Outra', has_api: false }),
  'makes an integration of the access API': ({ as, cohort }) =>
    w.call(accessApi.saveIntegration, { as, body: { school_gateway_id: cohort.id } }),
  'removes an integration of the access API': ({ as, integrationId: id }) =>
    w.call(accessApi.removeIntegration, { as, params: { id } }),
  'makes an integration of a sales platform': (school) =>
    school.saveCohort({
      title: 'Outra',
      integrations: [...unchanged(school), { gateway: 'eduzz', code: 'x', ids: '1' }],
    }),
  'changes a code': (school) =>
    school.saveCohort({
      title: 'Outra',
      integrations: unchanged(school).with(0, { ...unchanged(school)[0]!, code: 'outro' } as never),
    }),
  'changes an access token': (school) =>
    school.saveCohort({
      title: 'Outra',
      integrations: unchanged(school).with(1, { ...unchanged(school)[1]!, access_token: 'APP_USR-2' } as never),
    }),
  'changes the platform, and so the address of the webhook': (school) =>
    school.saveCohort({
      title: 'Outra',
      integrations: unchanged(school).with(0, { ...unchanged(school)[0]!, gateway: 'eduzz', code: 'x' } as never),
    }),
  'chooses another account of a sales platform': (school) =>
    school.saveCohort({
      title: 'Outra',
      integrations: unchanged(school).with(0, {
        ...unchanged(school)[0]!,
        account_id: school.unusedAccount,
      } as never),
    }),
  'enters an account of a sales platform': ({ as }) =>
    w.call(salesAccounts.create, { as, body: { gateway: 'eduzz', code: 'x' } }),
  'changes an account of a sales platform': ({ as, integrations }) =>
    w.call(salesAccounts.update, { as, params: { id: integrations[0].account_id }, body: { title: 'Outra' } }),
  'removes an account of a sales platform': ({ as, integrations }) =>
    w.call(salesAccounts.remove, { as, params: { id: integrations[0].account_id } }),
  'removes an integration of a sales platform': (school) =>
    school.saveCohort({ title: 'Outra', integrations: unchanged(school).slice(1) }),
  'ends another session': async ({ as, others }) =>
    w.call(sessions.endDevice, { as, params: { id: (await others())[0]! } }),
  'ends all other sessions': ({ as }) => w.call(sessions.endOtherDevices, { as }),
  'adds an administrator': ({ as }) =>
    w.call(administrators.add, { as, body: { name: 'Nova', email: `${randomUUID()}@example.com` } }),
}
/** Calls that are about the user's account, and change what the proofs of the schools' rows do not show. */
const guardedAccount: typeof guarded = {
  'copies their data': ({ as }) => w.call(ownData.copy, { as }),
  'chooses another password': ({ as }) => w.call(profiles.update, { as, body: { password: 'quintal-verde-42' } }),
  'makes a passkey': ({ as }) => w.call(security.startPasskey, { as }),
  'asks for another e-mail': ({ as }) =>
    w.call(emailChanges.ask, { as, body: { email: `${randomUUID()}@example.com` } }),
  'deletes their account': ({ as }) => w.call(ownData.askDeletion, { as }),
}

describe('a proof of a moment ago', () => {
  it.each(Object.entries(guarded))(
    'is asked of an administrator who %s; without it nothing is saved',
    async (_, change) => {
      const school = await leftOpen()
      const stateNow = async () => [
        await school.row(),
        await school.rows(),
        await school.others(),
        (await w.call(cohorts.get, { as: school.as, params: { id: school.cohort.id }, query: {} })).body.gateway.title,
      ]
      const before = await stateNow()
      const refused = await change(school)
      expect([refused.status, refused.error?.code]).toEqual([403, 'proof_needed'])
      expect(await stateNow()).toEqual(before)
      expect((await school.prove()).status).toBe(200)
      expect((await change(school)).status).toBeLessThan(300)
    },
  )

  it('is that of the second factor for a user who has one: their password is not enough for anything', async () => {
    const school = await leftOpen()
    const moment = new Date()
    await w.database.withPlatform((db) =>
      db
        .insertInto('second_factors')
        .values({
          user_id: school.as.userId,
          sealed_secret: '',
          utc_created_on: moment,
          utc_confirmed_on: moment,
        })
        .execute(),
    )
    expect((await school.prove()).status).toBe(200)
    const asked: Record<string, string> = {}
    const all = { ...guarded, ...guardedAccount }
    for (const [name, change] of Object.entries(all)) asked[name] = (await change(school)).error?.code ?? 'done'
    expect(asked).toEqual(Object.fromEntries(Object.keys(all).map((name) => [name, 'factor_proof_needed'])))
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_factor_proven_on: moment }).where('id', '=', school.as.sessionId).execute(),
    )
    expect((await guardedAccount['copies their data']!(school)).status).toBe(200)
  })

  it('is not asked for a title, courses, products and the end of an access', async () => {
    const school = await leftOpen()
    const course = await w.northside.make.course()
    const [first, second] = unchanged(school)
    const saved = await school.saveCohort({
      title: 'Turma de maio',
      all_degrees: true,
      integrations: [{ ...first!, ids: '301, 302', keeps_paid_period: false }, second!],
    })
    expect(saved.body.gateway).toMatchObject({
      title: 'Turma de maio',
      all_degrees: true,
      integrations: [{ ids: ['301', '302'], keeps_paid_period: false }, {}],
    })
    // Another school's course is refused for itself.
    expect((await school.saveCohort({ degrees: [course.id] })).status).toBe(404)
  })

  it('is not asked for other settings, nor for an address and an access API that stay as they are', async () => {
    const school = await leftOpen()
    const { namespace } = await school.row()
    const saved = await school.save({ name: 'Outra', link: namespace!, use_own_domain: false, has_api: true })
    expect(saved.body.school).toMatchObject({ name: 'Outra', has_api: true })
  })

  it('is not asked of a user who ends the session that they are in', async () => {
    const { as } = await leftOpen()
    expect((await w.call(sessions.endDevice, { as, params: { id: as.sessionId } })).status).toBe(200)
  })
})
