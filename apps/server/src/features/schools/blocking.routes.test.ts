import { blockedPlanTexts } from '@escola/contract/billing-texts'
import { certificateTemplates } from '@escola/contract/certificate-templates.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import type { SchoolSettings } from '@escola/contract/school-settings'
import { schools } from '@escola/contract/schools.contract'
import { startMailbox } from '@escola/dev-services/mailbox'
import { beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { createMailer } from '../../mail/mailer.ts'
import { stopClock } from '../../testing/clock.ts'
import { neverStops } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { deliverMessages } from '../messages/delivery.service.ts'

let here: World
beforeAll(async () => {
  here = await world({ SUPPORT_EMAIL: 'ajuda@plataforma.example' })
})

const reason = 'Vídeos de outra escola, sem licença'

async function makeSchool() {
  const school = await here.makeSchool('Parada')
  const course = await school.make.course()
  const platform = await here.makePlatformPerson()
  const params = { schoolId: school.id }
  const change = (body: Partial<SchoolSettings>, as: { token: string } = platform) =>
    here.call(schools.update, { as, params, body })
  const seenBy = async (as?: { token: string }) =>
    (await here.call(schools.context, { as, query: { domain: '', pathname: `/escola/${school.id}` } })).body
  const mails = () =>
    school.tx((db) => db.selectFrom('messages').orderBy('id').select(['id', 'kind', 'user_id']).execute())
  return { ...school, course, platform, change, seenBy, mails }
}

it('is blocked for a reason, which is told to its administrators and to the platform alone', async () => {
  const school = await makeSchool()
  const unsaid = await school.change({ is_blocked: true, blocked_reason: '  ' })
  expect([unsaid.status, unsaid.error.fields]).toEqual([400, { blocked_reason: refusals.blockedReason }])
  expect((await school.change({ blocked_reason: 'Não fui eu' }, school.admin)).error.code).toBe('platform_only')
  expect((await school.change({ is_blocked: true, blocked_reason: reason })).status).toBe(200)
  expect((await school.seenBy(school.admin)).support.email).toBe('ajuda@plataforma.example')
  for (const as of [school.admin, school.platform])
    expect((await school.seenBy(as)).school).toMatchObject({ is_blocked: true, blocked_reason: reason })
  for (const as of [school.student, here.northside.admin, undefined])
    expect((await school.seenBy(as)).school).toMatchObject({ is_blocked: true, blocked_reason: '' })
  await school.change({ is_blocked: false })
  expect((await school.seenBy(school.admin)).school).toMatchObject({ is_blocked: false, blocked_reason: '' })
})

it('leads people who are inside to its contact, on its own domain as well', async () => {
  const school = await makeSchool()
  const { namespace } = (await school.seenBy()).school!.namespace
  await school.change({ is_blocked: true, blocked_reason: reason })
  const { student: as, course } = school
  const params = { schoolId: school.id, degreeLink: course.link }
  for (const route of [learning.course, learning.home]) {
    const refused = await here.call(route, { as, params })
    expect(refused.error).toMatchObject({ code: 'school_blocked', redirectUrl: `/${namespace}/contato` })
    const onDomain = await here.call(route, { as, params, headers: { host: 'cursos.parada.example' } })
    expect(onDomain.error).toMatchObject({ code: 'school_blocked', redirectUrl: '/contato' })
  }
})

it('leaves students their certificates and the PDFs, and its administrators no more than that', async () => {
  const school = await makeSchool()
  const { student: as, course, params, admin } = { ...school, params: { schoolId: school.id } }
  const { id, code } = await school.make.certificate(course, as)
  const { storage_key } = await school.tx((db) =>
    db.selectFrom('certificates').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow(),
  )
  await here.tools.files.put(storage_key!, Buffer.from('P'), 'application/pdf')
  const other = await school.make.admin()
  const linkOf = async (person: { token: string }) =>
    (await here.call(certificates.pdfLink, { as: person, params: { ...params, id } })).status
  expect(await linkOf(other)).toBe(200)
  await school.change({ is_blocked: true, blocked_reason: reason })
  expect([await linkOf(other), await linkOf(admin), await linkOf(as)]).toEqual([404, 404, 200])
  const mine = await here.call(certificates.mine, { as, params })
  expect(mine.body.certificates).toMatchObject([{ id, code, status: 'ready' }])
  const { url } = (await here.call(certificates.pdfLink, { as, params: { ...params, id } })).body
  const pdf = await here.app.inject(url)
  expect([pdf.statusCode, pdf.headers['content-type']]).toEqual([200, 'application/pdf'])
  const outsider = here.northside.student
  expect((await here.call(certificates.mine, { as: outsider, params })).status).toBe(404)
  expect((await here.call(certificateTemplates.list, { as: admin, params })).error.code).toBe('school_blocked')
})

it('writes to each of its administrators once, with the reason and the way to the platform', async () => {
  stopClock()
  const school = await makeSchool()
  const other = await school.make.admin('Bia Lima')
  await school.change({ is_blocked: true, blocked_reason: reason })
  vi.setSystemTime(Date.now() + minuteMs)
  await school.change({ is_blocked: true, blocked_reason: 'Outro motivo' })
  const mails = await school.mails()
  expect(mails.map(({ kind, user_id }) => [kind, user_id])).toEqual([
    ['school_blocked', school.admin.userId],
    ['school_blocked', other.userId],
  ])
  const mailbox = await startMailbox()
  const mailer = createMailer({ ...here.config, smtpUrl: mailbox.smtpUrl })
  onTestFinished(async () => {
    mailer.close()
    await mailbox.stop()
  })
  const tools = { ...here.tools, platform: here.database, mailer }
  const [first, second] = mails.map(({ id }) => id)
  await deliverMessages(school, [first!], tools, neverStops)
  const [mail] = mailbox.messages({ to: school.admin.email })
  const { text, subject } = (await mailbox.read(mail!.id))!
  expect(subject).toBe('Parada foi bloqueada')
  expect(text).toContain('Motivo: Outro motivo')
  expect(text).toContain(blockedPlanTexts.rule)
  expect(text).toContain('Fale com a plataforma: ajuda@plataforma.example')
  // No mail announces a block that is over by then.
  await school.change({ is_blocked: false })
  await deliverMessages(school, [second!], tools, neverStops)
  expect(mailbox.messages({ to: other.email })).toEqual([])
  // Nor does a second save say again that it is open.
  await school.change({ is_blocked: false })
  const unblocked = (await school.mails()).filter(({ kind }) => kind === 'school_unblocked')
  expect(unblocked.map(({ user_id }) => user_id)).toEqual([school.admin.userId, other.userId])
  await deliverMessages(school, [unblocked[1]!.id], tools, neverStops)
  const opened = (await mailbox.read(mailbox.messages({ to: other.email })[0]!.id))!
  expect(opened.subject).toBe('Parada está aberta de novo')
  expect(opened.text).toContain(blockedPlanTexts.afterwards)
  await school.change({ is_blocked: true, blocked_reason: reason })
  await deliverMessages(school, [unblocked[0]!.id], tools, neverStops)
  expect(mailbox.messages({ to: school.admin.email })).toHaveLength(1)
})
