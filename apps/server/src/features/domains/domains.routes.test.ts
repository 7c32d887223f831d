import { randomUUID } from 'node:crypto'
import { domains } from '@escola/contract/domains.contract'
import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { refusals } from '@escola/contract/refusals'
import { schools } from '@escola/contract/schools.contract'
import { type DnsServer, type NamedRecords, startDns } from '@escola/dev-services/dns'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { createDns } from '../../dns/dns.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { runJob } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'

const target = 'escolas.plataforma.example'
const zone = new Map<string, NamedRecords>()

let w: World
let server: DnsServer
beforeAll(async () => {
  server = await startDns((name) => zone.get(name))
  w = await world({
    DNS_SERVERS: server.address,
    DOMAIN_TARGET: target,
    PUBLIC_URL: 'https://plataforma.example',
    PLATFORM_DOMAINS: 'escola.example, Plataforma.com.br',
  })
})
afterAll(() => server.stop())
beforeAll(() => {
  zone.set(target, { addresses: ['203.0.113.7', '2001:db8::7'] })
})

/** A school, and a domain that no other test of this file has; with records, also the TXT record that names the school. */
async function owner({ records, proven = true }: { records?: NamedRecords; proven?: boolean } = {}) {
  const school = await w.makeSchool('Domínios')
  const domain = `cursos-${randomUUID().slice(0, 8)}.example.com`
  if (records) zone.set(domain, records)
  const as = school.admin
  const prove = async (name = domain) =>
    zone.set(`_escola.${name}`, { texts: ['v=spf1 -all', (await w.call(domains.get, { as })).body.txt_value] })
  if (records && proven) await prove()
  const dns = createDns([server.address])
  const daily = (at = new Date()) => runJob(w, school, jobs.checkDomain, {}, { now: at, own: { dns } })
  const context = async (host: string, pathname = '/') =>
    (await w.call(schools.context, { query: { domain: host, pathname } })).body.school
  return {
    ...school,
    domain,
    as,
    daily,
    prove,
    claim: (url = domain) => w.call(domains.claim, { as, body: { url } }),
    check: () => w.call(domains.check, { as }),
    /** Counts how often the franchisors of the school are notified of another address. */
    countNotices: async () =>
      (await school.pendingJobs()).filter(([name]) => name === jobs.notifyFranchisors.name).length,
    state: async () => (await w.call(domains.get, { as })).body.domain,
    remove: () => w.call(domains.remove, { as }),
    servedAt: async (host = domain) => (await context(host))?.id === school.id,
    isAllowed: async (name = domain) => (await w.call(domains.allowed, { query: { domain: name } })).status === 200,
    age: (days: number) =>
      w.database.withPlatform((db) =>
        db
          .updateTable('school_domains')
          .set({
            utc_claimed_on: new Date(Date.now() - days * dayMs),
            utc_released_on: new Date(Date.now() - days * dayMs),
          })
          .where('domain', '=', domain)
          .execute(),
      ),
  }
}

describe('a domain of a school', () => {
  it('is served once its alias leads here, and not a moment before', async () => {
    const school = await owner()
    const { body } = await school.claim()
    expect(body).toMatchObject({ domain: { domain: school.domain, state: 'waiting', problem: 'missing' }, target })
    expect(await school.isAllowed()).toBe(false)
    zone.set(school.domain, { alias: `${target}.` })
    expect((await school.check()).body.domain).toMatchObject({ state: 'active', problem: null })
    const other = await owner()
    expect([await other.servedAt(school.domain), await other.isAllowed(school.domain)]).toEqual([false, true])
    const { body: seen } = await w.call(schools.context, {
      query: { domain: school.domain.toUpperCase(), pathname: '/c/x' },
    })
    expect(seen.school).toMatchObject({
      id: school.id,
      base_path: '',
      use_own_domain: true,
      link: school.domain,
      namespace: { domain: school.domain },
    })
  })

  it.each<[string, NamedRecords, string, string | null]>([
    ['the addresses of ours', { addresses: ['203.0.113.7', '2001:db8::7'] }, 'active', null],
    ['one address of ours', { addresses: ['203.0.113.7'] }, 'active', null],
    ['an address besides ours', { addresses: ['203.0.113.7', '198.51.100.1'] }, 'waiting', 'elsewhere'],
    ['addresses of others', { addresses: ['198.51.100.1'] }, 'waiting', 'elsewhere'],
    ['an alias of others', { alias: 'loja.example.net' }, 'waiting', 'elsewhere'],
    ['no addresses', { addresses: [] }, 'waiting', 'missing'],
    ['no answer', 'silence', 'waiting', 'silent'],
    ['an alias of ours, and a server that fails for AAAA', { alias: target, fails: 'AAAA' }, 'active', null],
    [
      'an address of ours, and a server that fails for AAAA',
      { addresses: ['203.0.113.7'], fails: 'AAAA' },
      'active',
      null,
    ],
    [
      'an address of ours, and a server that fails for CNAME',
      { addresses: ['203.0.113.7'], fails: 'CNAME' },
      'active',
      null,
    ],
    [
      'addresses of others, and a server that fails for AAAA',
      { addresses: ['198.51.100.1'], fails: 'AAAA' },
      'waiting',
      'elsewhere',
    ],
    ['no addresses, and a server that fails for AAAA', { addresses: [], fails: 'AAAA' }, 'waiting', 'silent'],
    [
      'an alias of others, and a server that fails for A',
      { alias: 'loja.example.net', fails: 'A' },
      'waiting',
      'silent',
    ],
  ])('with %s', async (_, records, state, problem) => {
    const school = await owner({ records })
    expect((await school.claim()).body.domain).toMatchObject({ state, problem })
    expect([await school.isAllowed(), await school.servedAt()]).toEqual(Array(2).fill(state === 'active'))
  })

  it('is written in one way, however it was typed', async () => {
    const school = await owner()
    for (const [typed, domain] of [
      [' https://Cursos do Mar.com.br/inicio ', 'cursos-do-mar.com.br'],
      ['AÇÃO.com.br.', 'xn--ao-siap.com.br'],
    ] as const)
      expect((await school.claim(typed)).body.domain).toMatchObject({ domain })
  })

  it.each([
    '',
    'escola',
    '203.0.113.7',
    'http://[::1]/',
    'ana@mar.com.br',
    'a..br',
    'localhost',
    'x.local',
    '-a.com',
    'padaria.con.br',
    'x'.repeat(201),
  ])('is not %j', async (url) => {
    const { status, error } = await (await owner()).claim(url)
    expect([status, error.fields]).toEqual([400, { url: messages.settingsDomain }])
  })

  it.each(['plataforma.example', 'ead.plataforma.example', 'escola.example', 'a.b.plataforma.com.br', target])(
    "is not the platform's own %s",
    async (url) => {
      const { status, error } = await (await owner()).claim(url)
      expect([status, error.fields]).toEqual([400, { url: refusals.platformDomain }])
    },
  )

  it('is one school’s at a time, however many ask at once', async () => {
    const [first, ...others] = [await owner(), await owner(), await owner()]
    const spellings = [first.domain, first.domain.toUpperCase(), `${first.domain}.`]
    const answers = await Promise.all([first, ...others].map((school, index) => school.claim(spellings[index]!)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    const refused = answers.find(({ status }) => status === 409)!
    expect(refused.error).toMatchObject({
      message: 'Domain or namespace in use',
      fields: { url: errors.url_taken.pt },
    })
  })

  it('is given up at once, may be had again by the same school, and by no other for thirty days', async () => {
    const school = await owner({ records: { alias: target } })
    const other = await owner()
    await school.claim()
    expect((await school.remove()).status).toBe(200)
    expect([await school.state(), await school.isAllowed()]).toEqual([null, false])
    expect((await other.claim(school.domain)).status).toBe(409)
    await school.age(29)
    expect((await other.claim(school.domain)).status).toBe(409)
    expect((await school.claim()).body.domain).toMatchObject({ state: 'active' })
    await school.remove()
    await school.age(31)
    expect((await other.claim(school.domain)).body.domain).toMatchObject({ state: 'waiting', problem: 'unproven' })
    await other.prove(school.domain)
    expect((await other.check()).body.domain).toMatchObject({ state: 'active' })
    expect((await school.claim()).status).toBe(409)
  })

  it('that never led here holds its place for a week', async () => {
    const [school, other] = [await owner(), await owner()]
    await school.claim()
    await school.age(6)
    expect((await other.claim(school.domain)).status).toBe(409)
    await school.age(8)
    expect((await other.claim(school.domain)).body.domain).toMatchObject({ needs_txt: true })
    expect(await school.state()).toBeNull()
  })

  it('leaves the one before to the quarantine, and stays where the new one is refused', async () => {
    const school = await owner({ records: { alias: target } })
    const other = await owner({ records: { alias: target } })
    await other.claim()
    await school.claim()
    expect((await school.claim(other.domain)).status).toBe(409)
    expect(await school.state()).toMatchObject({ domain: school.domain, state: 'active' })
    await school.claim(`novo-${school.domain}`)
    expect(await school.state()).toMatchObject({ domain: `novo-${school.domain}`, state: 'waiting' })
    expect((await other.claim(school.domain)).status).toBe(409)
  })
})

describe('a TXT record', () => {
  it('is asked for a name that led here before it was asked for, and names one school', async () => {
    const school = await owner({ records: { alias: target }, proven: false })
    const unproven = { state: 'waiting', problem: 'unproven', needs_txt: true }
    expect((await school.claim()).body.domain).toMatchObject(unproven)
    expect([await school.isAllowed(), await school.servedAt()]).toEqual([false, false])
    // Another school's proves nothing.
    await (await owner()).prove(school.domain)
    await school.daily()
    expect(await school.state()).toMatchObject(unproven)
    zone.set(`_escola.${school.domain}`, 'silence')
    expect((await school.check()).body.domain).toMatchObject(unproven)
    await school.prove()
    expect((await school.check()).body.domain).toMatchObject({ state: 'active', problem: null, needs_txt: false })
    expect(await school.servedAt()).toBe(true)
  })

  it('is not asked for a name that came to lead here after it was asked for', async () => {
    const school = await owner()
    expect((await school.claim()).body.domain).toMatchObject({ problem: 'missing', needs_txt: false })
    zone.set(school.domain, { alias: target })
    expect((await school.check()).body.domain).toMatchObject({ state: 'active' })
  })

  it('may be needed as long as no server answers for the name', async () => {
    const school = await owner({ records: 'silence', proven: false })
    expect((await school.claim()).body.domain).toMatchObject({ problem: 'silent', needs_txt: null })
    zone.set(school.domain, { alias: target })
    expect((await school.check()).body.domain).toMatchObject({ problem: 'unproven', needs_txt: true })
  })

  it('is never asked of a domain in use, nor of a school that takes back what it has just left', async () => {
    const school = await owner({ records: { alias: target } })
    await school.claim()
    zone.delete(`_escola.${school.domain}`)
    await school.daily()
    expect(await school.state()).toMatchObject({ state: 'active', problem: null, needs_txt: false })
    await school.remove()
    expect((await school.claim()).body.domain).toMatchObject({ state: 'active' })
    await school.remove()
    await school.age(31)
    expect((await school.claim()).body.domain).toMatchObject({ problem: 'unproven' })
  })

  it('is still asked after the claim was given up and made anew', async () => {
    const [school, other, third] = [await owner({ records: { alias: target } }), await owner(), await owner()]
    await school.claim()
    await school.remove()
    await school.age(31)
    zone.delete(school.domain)
    expect((await other.claim(school.domain)).body.domain).toMatchObject({ problem: 'missing', needs_txt: true })
    await other.remove()
    expect((await other.claim(school.domain)).body.domain).toMatchObject({ needs_txt: true })
    await other.remove()
    expect((await third.claim(school.domain)).body.domain).toMatchObject({ needs_txt: true })
    zone.set(school.domain, { alias: target })
    expect((await third.check()).body.domain).toMatchObject({ problem: 'unproven' })
  })
})

it('is in use from its activation until it is given up, and charged for that', async () => {
  const school = await owner()
  const uses = () =>
    school.tx((db) => db.selectFrom('domain_uses').select(['domain', 'utc_until']).orderBy('utc_from').execute())
  const chargeJobs = async () => (await school.pendingJobs()).filter(([name]) => name === 'charges.run')
  await school.claim()
  expect([await uses(), await chargeJobs()]).toEqual([[], []])
  zone.set(school.domain, { alias: target })
  await school.check()
  await school.check()
  expect(await uses()).toEqual([{ domain: school.domain, utc_until: null }])
  expect(await chargeJobs()).toHaveLength(1)
  await school.remove()
  expect(await uses()).toEqual([{ domain: school.domain, utc_until: expect.any(Date) }])
  await school.claim()
  expect(await uses()).toMatchObject([{ utc_until: expect.any(Date) }, { utc_until: null }])
})

it('costs nothing while it is switched off, however often that is said', async () => {
  const school = await owner({ records: { alias: target } })
  await school.claim()
  const save = (use_own_domain: boolean) => w.call(schools.update, { as: school.as, body: { use_own_domain } })
  const uses = () => school.tx((db) => db.selectFrom('domain_uses').select('utc_until').orderBy('utc_from').execute())
  const chargeJobs = async () => (await school.pendingJobs()).filter(([name]) => name === 'charges.run')
  expect([await uses(), await chargeJobs()]).toMatchObject([[{ utc_until: null }], { length: 1 }])
  for (const isOn of [false, false]) await save(isOn)
  expect([await uses(), await chargeJobs()]).toMatchObject([[{ utc_until: expect.any(Date) }], { length: 1 }])
  expect(await school.servedAt()).toBe(false)
  await Promise.all([save(true), save(true)])
  expect([await uses(), await chargeJobs()]).toMatchObject([
    [{ utc_until: expect.any(Date) }, { utc_until: null }],
    { length: 2 },
  ])
  expect(await school.servedAt()).toBe(true)
})

it('tells the franchisors of the school of each change of its address', async () => {
  const school = await owner()
  const save = (use_own_domain: boolean) => w.call(schools.update, { as: school.as, body: { use_own_domain } })
  await school.claim()
  expect(await school.countNotices()).toBe(0)
  zone.set(school.domain, { alias: target })
  await school.check()
  expect(await school.countNotices()).toBe(1)
  await save(false)
  expect(await school.countNotices()).toBe(2)
  await save(true)
  expect(await school.countNotices()).toBe(3)
  await school.remove()
  expect(await school.countNotices()).toBe(4)
})

describe('the daily look', () => {
  it('activates what has come to lead here', async () => {
    const school = await owner()
    await school.claim()
    zone.set(school.domain, { alias: target })
    await school.daily()
    expect(await school.state()).toMatchObject({ state: 'active' })
    await school.daily()
    expect(await school.servedAt()).toBe(true)
  })

  it('calls a domain broken the third time, serves it still, and mends it by itself', async () => {
    const school = await owner({ records: { alias: target } })
    await school.claim()
    zone.set(school.domain, { alias: 'loja.example.net' })
    await school.check()
    for (const state of ['active', 'active', 'broken']) {
      await school.daily()
      expect(await school.state()).toMatchObject({ state, problem: 'elsewhere' })
    }
    expect([await school.servedAt(), await school.isAllowed()]).toEqual([true, true])
    const { is_domain_broken } = await w.database.withPlatform((db) =>
      db.selectFrom('schools').where('id', '=', school.id).select('is_domain_broken').executeTakeFirstOrThrow(),
    )
    expect([is_domain_broken, await school.countNotices()]).toEqual([true, 2])
    zone.set(school.domain, { alias: target })
    await school.daily()
    expect(await school.countNotices()).toBe(3)
    expect(await school.state()).toMatchObject({ state: 'active', problem: null })
  })

  it('blames no domain while DNS does not answer for our own name', async () => {
    const school = await owner({ records: { addresses: ['203.0.113.7'] } })
    await school.claim()
    zone.set(school.domain, 'silence')
    zone.set(target, 'silence')
    try {
      const [check] = await Promise.all([school.check(), expect(school.daily()).rejects.toThrow('DNS does not answer')])
      expect(check.status).toBe(503)
      expect(await school.state()).toMatchObject({ state: 'active', problem: null })
    } finally {
      zone.set(target, { addresses: ['203.0.113.7', '2001:db8::7'] })
    }
  })

  it('does nothing for a school without a domain', async () => {
    const school = await owner()
    await school.daily()
    expect(await school.state()).toBeNull()
    expect((await school.check()).body).toMatchObject({ domain: null, target })
  })
})

it('calls no domain broken by a resolver that knows of nothing, of our own name either', async () => {
  const school = await owner({ records: { alias: target } })
  expect((await school.claim()).body.domain).toMatchObject({ state: 'active' })
  const [ours, theirs] = [zone.get(target)!, zone.get(school.domain)!]
  zone.delete(target)
  zone.delete(school.domain)
  onTestFinished(() => void zone.set(target, ours).set(school.domain, theirs))
  for (let day = 0; day < 5; day++) await expect(school.daily()).rejects.toThrow('the DNS has no address')
  expect(await school.state()).toMatchObject({ state: 'active', problem: null })
})

it('holds no connection while the DNS is silent', async () => {
  const school = await owner({ records: 'silence' })
  const claims = [school.claim(), school.claim(), school.claim()]
  const { northside } = w
  // Answered while those wait.
  const answered = await Promise.race([
    Promise.all(Array.from({ length: 40 }, () => w.call(domains.get, { as: northside.admin }))).then(() => 'pages'),
    Promise.all(claims).then(() => 'claims'),
  ])
  expect(answered).toBe('pages')
  for (const { status } of await Promise.all(claims)) expect(status).toBe(200)
})

it('lets a proxy ask for the platform’s own names and for what is in use, whatever it is called', async () => {
  const { isAllowed } = await owner()
  expect(await isAllowed('plataforma.example')).toBe(true)
  expect(await isAllowed('escola.example')).toBe(true)
  for (const name of ['a.plataforma.example', 'desconhecido.example', '', "' or 1=1", '203.0.113.7', 'ç%00'])
    expect([name, await isAllowed(name)]).toEqual([name, false])
})
