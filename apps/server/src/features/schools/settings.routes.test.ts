import { randomUUID } from 'node:crypto'
import { accounts } from '@escola/contract/accounts.contract'
import { domains } from '@escola/contract/domains.contract'
import { dayMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { files } from '@escola/contract/files.contract'
import { limits } from '@escola/contract/limits'
import { messages } from '@escola/contract/messages'
import { phoneTexts } from '@escola/contract/phones'
import { refusals } from '@escola/contract/refusals'
import type { BodyOf } from '@escola/contract/route'
import { type SchoolPicture, schoolPictures, schools } from '@escola/contract/schools.contract'
import { type DnsServer, startDns } from '@escola/dev-services/dns'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileOwners } from '../../file-owners.ts'
import { stopClock } from '../../testing/clock.ts'
import { type World, world } from '../../testing/world.ts'
import { removeUnusedFiles } from '../files/unused-files.service.ts'

const target = 'escolas.plataforma.example'
let w: World
let dns: DnsServer
/** TXT records of each domain that leads here. */
const proofs: string[] = []
beforeAll(async () => {
  dns = await startDns((name) => {
    if (name.startsWith('_escola.aponta-')) return { texts: proofs }
    return name.startsWith('aponta-') ? { alias: target } : undefined
  })
  w = await world({ DNS_SERVERS: dns.address, DOMAIN_TARGET: target, PUBLIC_URL: 'https://plataforma.example' })
})
afterAll(() => dns.stop())

type Body = BodyOf<typeof schools.update>

async function owner() {
  const school = await w.makeSchool('Ajustes')
  const as = school.admin
  proofs.push((await w.call(domains.get, { as })).body.txt_value)
  return {
    ...school,
    as,
    save: (body: Body) => w.call(schools.update, { as, body }),
    at: async (pathname: string, domain = 'plataforma.example') =>
      (await w.call(schools.context, { query: { domain, pathname } })).body.school,
    row: () =>
      w.database.withPlatform((db) =>
        db.selectFrom('schools').where('id', '=', school.id).selectAll().executeTakeFirstOrThrow(),
      ),
  }
}
const newName = () => `nova-${randomUUID().slice(0, 8)}`

describe('settings', () => {
  it('shows visitors at once what was changed', async () => {
    const school = await owner()
    stopClock()
    const name = async () => (await school.at(`/escola/${school.id}`))?.name
    expect(await name()).toBe('Ajustes')
    await school.save({ name: 'Escola do Rio' })
    expect(await name()).toBe('Escola do Rio')
  })

  it('saves what is sent, and leaves the rest', async () => {
    const school = await owner()
    const body = {
      name: 'Escola do  Mar',
      email: ' Contato@Mar.example ',
      cellphone: '(11) 91234-5678',
      is_private: true,
      has_certificate: false,
      assistant_name: 'Dona Maré',
      gallery_sentence: 'Navegue sem medo.',
      has_video_upload: true,
      google_analytics_code: ' g-abc123def4 ',
      facebook_pixel: '123456789012345',
      has_api: true,
      has_affiliation: true,
      has_multiple_users: true,
      has_support: true,
      has_rank: true,
      has_notifications: true,
      ui_theme: 'caju' as const,
    }
    const clean = {
      ...body,
      name: 'Escola do Mar',
      email: 'contato@mar.example',
      cellphone: '11912345678',
      google_analytics_code: 'G-ABC123DEF4',
    }
    const { status, body: answer } = await school.save(body)
    expect([status, answer.school]).toMatchObject([200, { ...clean, role: ['admin'] }])
    await school.save({ has_rank: false })
    expect(await school.row()).toMatchObject({ ...clean, has_rank: false })
    // The change is visible at once, though an address is cached for a second.
    expect((await school.save({ name: 'Escola do Rio' })).body.school.name).toBe('Escola do Rio')
  })

  it('takes a landline for its WhatsApp, and what it kept of it', async () => {
    const school = await owner()
    for (const cellphone of ['(11) 3456-7890', '1134567890', '+55 (11) 3456-7890']) {
      const { status, body } = await school.save({ cellphone })
      expect([status, (await school.save({ cellphone: body.school.cellphone })).status]).toEqual([200, 200])
    }
    expect((await school.row()).cellphone).toBe('551134567890')
  })

  it.each<[string, Body, string]>([
    ['name', { name: 'Mar' }, 'Por favor, preencha o nome de sua área de membros, com pelo menos quatro letras'],
    ['email', { email: 'contato@' }, messages.settingsEmail],
    ['cellphone', { cellphone: '119123456' }, messages.settingsCellphone],
    ['cellphone', { cellphone: '1'.repeat(21) }, messages.settingsCellphone],
    ['cellphone', { cellphone: '(30) 91234-5678' }, phoneTexts.noCountry],
    ['assistant_name', { assistant_name: 'Ana' }, messages.settingsAssistant],
    ['assistant_name', { assistant_name: 'a'.repeat(41) }, messages.settingsAssistant],
    ['gallery_sentence', { gallery_sentence: 'a'.repeat(141) }, 'Use no máximo 140 caracteres'],
    ['google_analytics_code', { google_analytics_code: 'GTM-ABC123' }, refusals.analyticsCode],
    ['google_analytics_code', { google_analytics_code: "G-1');alert(1)//" }, refusals.analyticsCode],
    ['facebook_pixel', { facebook_pixel: '12345' }, refusals.facebookPixel],
    ['facebook_pixel', { facebook_pixel: '<script>1234567890</script>' }, refusals.facebookPixel],
    ['link', { link: 'x'.repeat(41), use_own_domain: false }, messages.settingsDomain],
    ['link', { link: 'nao e dominio', use_own_domain: true }, messages.settingsDomain],
    ['link', { link: 'a_b', use_own_domain: false }, refusals.namespace],
    ['link', { link: 'config', use_own_domain: false }, errors.url_taken.pt],
    ['use_own_domain', { use_own_domain: true }, refusals.domainMissing],
  ])('refuses %s of %j', async (field, body, text) => {
    const school = await owner()
    const before = await school.row()
    const { status, error } = await school.save({ ...body, has_api: true })
    expect([status, error.fields]).toEqual([400, { [field]: text }])
    expect(await school.row()).toEqual(before)
  })

  it('hides the public class of a school that becomes private, in the same moment', async () => {
    const school = await owner()
    await school.make.cohort({ isPublic: true })
    const hidden = () => school.tx((db) => db.selectFrom('cohorts').select('is_hidden').execute())
    await school.save({ is_private: true })
    expect(await hidden()).toEqual([{ is_hidden: true }])
    await school.save({ is_private: false })
    expect(await hidden()).toEqual([{ is_hidden: false }])
  })

  it("blocks and lets go for the platform's administrators alone, and ends no session", async () => {
    const school = await owner()
    const block = { is_blocked: true, blocked_reason: 'Conteúdo de terceiros' }
    const { status, error } = await school.save({ ...block, name: 'Escola Livre' })
    expect([status, error.code]).toEqual([403, 'platform_only'])
    expect(await school.row()).toMatchObject({ is_blocked: false, name: 'Ajustes' })
    const platformAdmin = async () => {
      const person = await school.make.admin('Vera Plataforma')
      await w.database.withPlatform((db) =>
        db.updateTable('users').set({ platform_role: 'admin' }).where('id', '=', person.userId).execute(),
      )
      await w.addFactor(person.userId)
      return person
    }
    const weak = await platformAdmin()
    await w.database.withPlatform((db) =>
      db.updateTable('sessions').set({ school_id: school.id }).where('id', '=', weak.sessionId).execute(),
    )
    const tried = (as: typeof weak) => w.call(schools.update, { as, body: block })
    expect((await tried(weak)).error.code).toBe('platform_only')
    expect((await tried(await platformAdmin())).status).toBe(200)
    expect(await school.row()).toMatchObject({ is_blocked: true })
  })
})

describe('the namespace', () => {
  it('changes, leads from the old name to the new one, and may be had back', async () => {
    const school = await owner()
    const { namespace: old } = await school.row()
    const link = newName()
    const { body } = await school.save({ link: ` ${link.toUpperCase()} `, use_own_domain: false })
    expect(body.school).toMatchObject({ link, base_path: `/${link}`, namespace: { namespace: link, domain: '' } })
    expect(await school.at(`/${link}/login`)).toMatchObject({ id: school.id, base_path: `/${link}` })
    expect(await school.at(`/${old}/login`)).toMatchObject({ id: school.id, base_path: `/${link}` })
    expect((await school.save({ link: old! })).body.school.link).toBe(old)
  })

  it('that a school has, or has left of late, is no other’s', async () => {
    const [school, other] = [await owner(), await owner()]
    const { namespace: old } = await school.row()
    const taken = {
      status: 409,
      error: { message: 'Domain or namespace in use', fields: { link: errors.url_taken.pt } },
    }
    expect(await other.save({ link: old!, name: 'Escola Falsa' })).toMatchObject(taken)
    expect(await other.row()).toMatchObject({ name: 'Ajustes' })
    await school.save({ link: newName() })
    expect(await other.save({ link: old! })).toMatchObject(taken)
    // A school that is made under that name doesn't get it either.
    const sign_up = {
      school_name: old!,
      user_name: 'Maria da Silva',
      email: `${randomUUID()}@example.com`,
      password: 'pao-de-queijo1',
      disclosure: true as const,
    }
    const { schoolId } = (await w.call(accounts.signUpOwner, { body: sign_up })).body
    expect(await school.at(`/escola/${schoolId}`)).toMatchObject({ namespace: { namespace: `${old}-2` } })
    await w.database.withPlatform((db) =>
      db
        .updateTable('former_namespaces')
        .set({ utc_released_on: new Date(Date.now() - 31 * dayMs) })
        .where('namespace', '=', old!)
        .execute(),
    )
    expect((await other.save({ link: old! })).body.school.link).toBe(old)
    expect(await school.at(`/${old}`)).toMatchObject({ id: other.id })
  })

  it('is given once, however many ask for it at once, and however many leave it', async () => {
    const many = await Promise.all(Array.from({ length: 6 }, owner))
    const link = newName()
    const answers = await Promise.all(many.map((school) => school.save({ link, use_own_domain: false })))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    const winner = many[answers.findIndex(({ status }) => status === 200)]!
    const [, ...raced] = await Promise.all([
      winner.save({ link: newName() }),
      ...many.filter((school) => school !== winner).map((school) => school.save({ link })),
    ])
    expect(new Set(raced.map(({ status }) => status))).toEqual(new Set([409]))
  })
})

describe('the own domain, by the link of the settings', () => {
  it('is switched on by itself once it leads here, and off and on by the switch', async () => {
    const school = await owner()
    const domain = `aponta-${randomUUID()}.com.br`
    expect(domain.length).toBeGreaterThan(limits.schoolLinkMax)
    const { body } = await school.save({ link: `https://${domain.toUpperCase()}/`, use_own_domain: true })
    expect(body.school).toMatchObject({ link: domain, use_own_domain: true, namespace: { domain } })
    expect((await school.save({ use_own_domain: false })).body.school).toMatchObject({ use_own_domain: false })
    expect(await school.at('/', domain)).toBeNull()
    const on = await school.save({ use_own_domain: true, link: domain })
    expect(on.body.school).toMatchObject({ use_own_domain: true, link: domain })
  })
  it('leads from there to the other schools of a person at the platform', async () => {
    const school = await owner()
    const domain = `aponta-${randomUUID().slice(0, 8)}.com.br`
    await school.save({ link: domain, use_own_domain: true })
    await w.riverside.make.membership(school.admin, 'Lia Prado')
    const { body } = await w.call(schools.context, { as: school.as, query: { domain, pathname: '/escolas' } })
    expect(body.schools.map(({ name, base_path }) => [name, base_path])).toEqual([
      ['Ajustes', ''],
      ['Riverside', expect.stringMatching(/^https:\/\/plataforma\.example\/riverside-/)],
    ])
  })
  it('stays off while it does not', async () => {
    const school = await owner()
    const { status, body } = await school.save({ link: 'longe.com.br', use_own_domain: true })
    expect([status, body.school]).toMatchObject([200, { use_own_domain: false, namespace: { domain: '' } }])
  })
})

describe('pictures of the school', () => {
  const picture = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 4, background: '#7a1fa280' } })
      .png()
      .toBuffer()

  it.each(Object.entries(schoolPictures))('%s is %s, and goes again', async (name, format) => {
    const field = name as SchoolPicture
    const school = await owner()
    const file = { bytes: await picture(1280, 900), filename: 'logo.png' }
    const { body } = await w.call(schools.uploadLogo, { as: school.as, fields: { field }, file })
    const key = body.school[field].split('/').at(-1)!
    const image = await w.call(files.image, { params: { schoolId: school.id, key } })
    const { width, height, hasAlpha } = await sharp(image.bytes).metadata()
    expect([Math.round((10 * width) / height), hasAlpha]).toEqual([format === 'square' ? 10 : 32, true])
    const sweep = () => removeUnusedFiles(school, fileOwners, w.tools)
    const unused = () =>
      school.tx((db) => db.selectFrom('files').where('utc_unused_on', 'is not', null).select('purpose').execute())
    await sweep()
    expect(await unused()).toEqual([])
    const removed = await w.call(schools.removeLogo, { as: school.as, body: { field } })
    expect(removed.body.school[field]).toBe('')
    await sweep()
    expect(await unused()).toEqual([{ purpose: 'logo' }])
  })

  it('is a jpeg or png, in one of the places that there are', async () => {
    const { as } = await owner()
    const svg = { bytes: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), filename: 'logo.png' }
    const fields = { field: 'logo_wide_url' } as const
    expect((await w.call(schools.uploadLogo, { as, fields, file: svg })).error.code).toBe('invalid_image')
    const elsewhere = { field: 'name' as never }
    const refused = await w.call(schools.uploadLogo, { as, fields: elsewhere, file: svg })
    expect([refused.status, Object.keys(refused.error.fields!)]).toEqual([400, ['field']])
    expect((await w.call(schools.removeLogo, { as, body: elsewhere })).status).toBe(400)
  })
})
