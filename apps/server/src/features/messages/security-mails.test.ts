import { randomUUID } from 'node:crypto'
import { administrators } from '@escola/contract/administrators.contract'
import { domains } from '@escola/contract/domains.contract'
import { minuteMs } from '@escola/contract/durations'
import { profiles } from '@escola/contract/profiles.contract'
import { security } from '@escola/contract/security.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { formatDateTime } from '@escola/contract/time'
import { startDns } from '@escola/dev-services/dns'
import type { Mailbox } from '@escola/dev-services/mailbox'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { School } from '../../core/scope.ts'
import type { Mailer } from '../../mail/mailer.ts'
import { hashPassword } from '../../security/passwords.ts'
import { hashToken, randomToken } from '../../security/signatures.ts'
import type { Person } from '../../testing/call.ts'
import { stopClock } from '../../testing/clock.ts'
import { neverStops } from '../../testing/jobs.ts'
import { openMailbox } from '../../testing/open-mailbox.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from './delivery.service.ts'

const password = 'minha1senha'
const another = 'quintal-verde-42'
const phone =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1'
const windows =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36'
const linux = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'
const headers = { 'user-agent': windows }

let w: World
let mailbox: Mailbox
let mailer: Mailer
let dns: Awaited<ReturnType<typeof startDns>>
let passwordHash: string
beforeAll(async () => {
  dns = await startDns(() => undefined)
  w = await world({ DNS_SERVERS: dns.address, DOMAIN_TARGET: 'escolas.example', TRUST_PROXY: '127.0.0.1' })
  ;({ mailbox, mailer } = await openMailbox(w))
  passwordHash = await hashPassword(password)
})
afterAll(() => dns.stop())

/** A user with a password, and no device that they used before. */
async function makeUser(school: World['northside'] = w.northside, role: 'student' | 'admin' = 'student') {
  const made = await school.make[role]('Lia Prado')
  await w.database.withPlatform((db) =>
    db.updateTable('users').set({ password_hash: passwordHash }).where('id', '=', made.userId).execute(),
  )
  return made
}
const signIn = async ({ email }: Person, agent: string, { typed = password, schoolId = '' } = {}) => {
  const body = { email, password: typed, ...(schoolId ? { schoolId } : {}) }
  return (await w.call(sessions.signIn, { headers: { 'user-agent': agent }, body })).body
}
const kindsFor = async (school: School, { userId }: { userId: string }) =>
  (
    await school.tx((db) =>
      db.selectFrom('messages').select('kind').where('user_id', '=', userId).orderBy('id').execute(),
    )
  ).map(({ kind }) => kind)
/** Delivers what is written to a user, and reads it. */
async function mailsTo(school: School, { userId, email }: { userId: string; email: string }) {
  const waiting = await school.tx((db) =>
    db.selectFrom('messages').select('id').where('user_id', '=', userId).where('status', '=', 'pending').execute(),
  )
  const ids = waiting.map(({ id }) => id)
  await deliverMessages(school, ids, { ...w.tools, platform: w.database, mailer }, neverStops)
  return Promise.all(mailbox.messages({ to: email }).map(async (mail) => (await mailbox.read(mail.id))!))
}
const addressOf = async (school: School) => {
  const { namespace } = await school.tx((db) => db.selectFrom('schools').select('namespace').executeTakeFirstOrThrow())
  return `http://localhost:3000/${namespace}`
}

describe('a user is warned of', () => {
  it('another password, with when and where, and the way to a new one', async () => {
    stopClock()
    const user = await makeUser()
    const body = { name: 'Lia Prado', password: another, schoolId: w.northside.id }
    expect((await w.call(profiles.update, { as: user, headers, body })).status).toBe(200)
    const [mail, ...others] = await mailsTo(w.northside, user)
    expect(others).toEqual([])
    expect(mail).toMatchObject({ subject: 'A sua senha foi alterada' })
    expect(mail!.text).toContain(`--\nNorthside\n`)
    expect(mail!.text).toContain(`Quando: ${formatDateTime(w.tools.now())} (horário de Brasília)`)
    expect(mail!.text).toContain('Por onde: Chrome no Windows')
    expect(mail!.text).toContain('Não foi você?')
    expect(mail!.text).not.toContain(another)
    const base = await addressOf(w.northside)
    expect(mail!.links).toEqual(expect.arrayContaining([`${base}/recuperar-senha`, `${base}/minha-conta/seguranca`]))
  })

  it('one that a mailed link chose, but not of the first that they choose', async () => {
    const [user, first] = [await makeUser(), await w.northside.make.student()]
    const choose = async ({ userId }: Person) => {
      const token = randomToken()
      const row = { purpose: 'recovery', user_id: userId, school_id: w.northside.id, token_hash: hashToken(token) }
      const utc_expires_on = new Date(Date.now() + minuteMs)
      await w.database.withPlatform((db) =>
        db
          .insertInto('email_tokens')
          .values({ ...row, utc_expires_on })
          .execute(),
      )
      const body = { password: another, repeatPassword: another }
      expect((await w.call(sessions.setNewPassword, { params: { token }, headers, body })).status).toBe(200)
    }
    await choose(user)
    await choose(first)
    expect(await kindsFor(w.northside, user)).toEqual(['password_changed'])
    expect(await kindsFor(w.northside, first)).toEqual([])
  })

  it('a second factor that is off, and of none that was never on', async () => {
    const user = await makeUser()
    const setFactor = (utc_confirmed_on: Date | null) =>
      w.database.withPlatform((db) =>
        db
          .insertInto('second_factors')
          .values({ user_id: user.userId, sealed_secret: 'x', utc_created_on: new Date(), utc_confirmed_on })
          .execute(),
      )
    const remove = () => w.call(security.removeSecondFactor, { as: user, headers })
    await setFactor(null)
    await remove()
    expect(await kindsFor(w.northside, user)).toEqual([])
    await setFactor(new Date())
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ utc_factor_proven_on: new Date() }).where('user_id', '=', user.userId).execute(),
    )
    await Promise.all([remove(), remove()])
    expect(await kindsFor(w.northside, user)).toEqual(['second_factor_removed'])
    const [mail] = await mailsTo(w.northside, user)
    expect(mail!.subject).toBe('A verificação em duas etapas foi desativada')
    expect(mail!.text).toContain('Por onde: Chrome no Windows')
  })

  it('a device that they never used, once, and not of the first', async () => {
    const user = await makeUser()
    await signIn(user, phone)
    await signIn(user, phone)
    expect(await kindsFor(w.northside, user)).toEqual([])
    await signIn(user, windows)
    await signIn(user, windows)
    await signIn(user, phone)
    await signIn(user, linux)
    const mails = await mailsTo(w.northside, user)
    expect(mails.map(({ subject }) => subject)).toEqual(Array(2).fill('Sua conta foi acessada em um novo dispositivo'))
    expect(mails.map(({ text }) => /Por onde: .*/.exec(text)![0])).toEqual(
      expect.arrayContaining(['Por onde: Chrome no Windows', 'Por onde: Firefox no Linux']),
    )
  })

  it('no device that a password of the school opened', async () => {
    const user = await makeUser()
    const schools = await hashPassword('daescola1')
    await w.northside.tx((db) =>
      db.updateTable('memberships').set({ password_hash: schools }).where('user_id', '=', user.userId).execute(),
    )
    const bySchool = { typed: 'daescola1', schoolId: w.northside.id }
    await signIn(user, windows, bySchool)
    await signIn(user, phone)
    await signIn(user, windows, bySchool)
    expect(await kindsFor(w.northside, user)).toEqual([])
    // The school's password made no device a used one.
    await signIn(user, windows)
    expect(await kindsFor(w.northside, user)).toEqual(['new_device'])
  })

  it('their account in the name of the school where they sign in, and never of one that is not theirs', async () => {
    const user = await makeUser()
    await w.riverside.make.membership(user)
    await signIn(user, phone)
    await signIn(user, windows, { schoolId: w.riverside.id })
    expect(await kindsFor(w.riverside, user)).toEqual(['new_device'])
    const other = await w.makeSchool('Alheia')
    await signIn(user, linux, { schoolId: other.id })
    expect(await kindsFor(other, user)).toEqual([])
    expect(await kindsFor(w.northside, user)).toEqual(['new_device'])
  })
})

describe('the administrators are warned of', () => {
  it('another one, who has an invitation instead', async () => {
    const school = await w.makeSchool('Conjunta')
    const second = await makeUser(school, 'admin')
    await school.tx((db) => db.updateTable('schools').set({ has_multiple_users: true }).execute())
    const email = `nova.${randomUUID().slice(0, 8)}@example.com`
    const body = { name: 'Nova Gestora', email }
    const { user } = (await w.call(administrators.add, { as: second, headers, body })).body
    expect(await kindsFor(school, { userId: user.id })).toEqual(['invitation'])
    expect(await kindsFor(school, school.student)).toEqual([])
    expect(await kindsFor(school, second)).toEqual(['administrator_added'])
    const [mail] = await mailsTo(school, school.admin)
    expect(mail!.subject).toBe('Conjunta tem mais uma pessoa na administração')
    expect(mail!.text).toContain(
      `Nova pessoa: Nova Gestora (${email})\nPapel: Proprietário\nQuem fez: Lia Prado (${second.email})\nQuando: `,
    )
    expect(mail!.text).toContain('Por onde: Chrome no Windows')
    expect(mail!.links).toContain(`${await addressOf(school)}/usuarios`)
  })

  it('a domain that the school left, also for another one, and of none that never led here', async () => {
    const school = await w.makeSchool('Mudança')
    const second = await makeUser(school, 'admin')
    const as = school.admin
    const newDomain = () => `cursos-${randomUUID().slice(0, 8)}.example.com`
    const useDomain = async (state: 'active' | 'broken') => {
      const domain = newDomain()
      await w.database.withPlatform(async (db) => {
        const row = { domain, school_id: school.id, state, utc_claimed_on: new Date() }
        await db.insertInto('school_domains').values(row).execute()
        const used = { domain, use_own_domain: true }
        await db.updateTable('schools').set(used).where('id', '=', school.id).execute()
      })
      return domain
    }
    const remove = () => w.call(domains.remove, { as, headers })
    const first = await useDomain('active')
    expect((await remove()).status).toBe(200)
    expect((await remove()).status).toBe(200)
    const [mail, ...others] = await mailsTo(school, second)
    expect(others).toEqual([])
    expect(mail!.subject).toBe(`Mudança não abre mais em ${first}`)
    expect(mail!.text).toContain(`Domínio: ${first}\nQuem fez: ${as.name} (${as.email})\nQuando: `)
    expect(mail!.links).toContain(`${await addressOf(school)}/config`)

    await useDomain('broken')
    const taken = await w.call(domains.claim, { as, body: { url: first } })
    expect(taken.status).toBe(200)
    expect(await kindsFor(school, as)).toEqual(['domain_removed', 'domain_removed'])
    expect((await remove()).status).toBe(200)
    expect(await kindsFor(school, as)).toHaveLength(2)
  })

  it('no domain that stays, for the other one is not to be had', async () => {
    const school = await w.makeSchool('Firme')
    const others = await w.makeSchool('Dona')
    const [own, wanted] = [randomUUID(), randomUUID()].map((name) => `c${name.slice(0, 8)}.example.com`) as [
      string,
      string,
    ]
    await w.database.withPlatform((db) =>
      db
        .insertInto('school_domains')
        .values([
          { domain: own, school_id: school.id, state: 'active', utc_claimed_on: new Date() },
          { domain: wanted, school_id: others.id, state: 'active', utc_claimed_on: new Date() },
        ])
        .execute(),
    )
    expect((await w.call(domains.claim, { as: school.admin, body: { url: wanted } })).status).toBe(409)
    expect(await kindsFor(school, school.admin)).toEqual([])
  })
})
