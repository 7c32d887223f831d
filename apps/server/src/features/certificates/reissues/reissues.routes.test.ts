import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import { certificateReissues, type IssuedState } from '@escola/contract/certificate-reissues.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { errors } from '@escola/contract/errors'
import { refusals } from '@escola/contract/refusals'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../../jobs/catalogue.ts'
import { giveUpJob, runJob, workRun } from '../../../testing/jobs.ts'
import { statementsOf } from '../../../testing/statement-checks.ts'
import { type World, world } from '../../../testing/world.ts'
import { makeCertificates } from './reissues.testing.ts'

let w: World
beforeAll(async () => {
  w = await world()
})

/** A school with certificates, and the calls about them. */
async function issue(names: string[]) {
  const made = await makeCertificates(w, names)
  const { school, templateId } = made
  const at = { as: school.admin, params: { id: templateId } }
  const list = async (query: { state?: IssuedState; search?: string } = {}) =>
    (await w.call(certificateReissues.list, { ...at, query: query as never })).body
  const start = async () => (await w.call(certificateReissues.start, at)).body.reissue
  const draw = async () => {
    const waiting = await school.tx((db) =>
      db.selectFrom('certificates').select('id').where('status', '=', 'queued').execute(),
    )
    for (const { id } of waiting) await runJob(w, school, jobs.renderCertificate, { certificateId: id })
  }
  const numbers = () =>
    school.tx((db) => db.selectFrom('certificates').select(['record_id', 'number', 'status']).orderBy('id').execute())
  return { ...made, list, start, draw, numbers }
}
const names = (answer: { certificates: { list: { name: string }[] } }) =>
  answer.certificates.list.map(({ name }) => name)

it('issues all again but the revoked, leaves what it can not print, and goes on where it was broken off', async () => {
  const { school, issued, templateId, list, start, draw, numbers } = await issue([
    'Ana Prado',
    'Bia Reis',
    'Caio Luz',
    'Davi Sá',
  ])
  const [, revoked, unprintable] = issued
  await school.tx(async (db) => {
    const revocation = { utc_revoked_on: new Date(), revoked_why: 'Por engano' }
    await db.updateTable('certificate_records').set(revocation).where('id', '=', revoked!.record_id).execute()
    const { userId } = unprintable!.person
    await db.updateTable('memberships').set({ name: '花子' }).where('user_id', '=', userId).execute()
  })
  const count = await w.call(certificateReissues.count, { as: school.admin, params: { id: templateId } })
  expect(count.body.certificates).toBe(3)
  const { id } = await start()
  expect(await start()).toMatchObject({ id, total: 3, done: 0, utc_ended_on: null })
  const jobs = (await school.pendingJobs()).filter(([name]) => name === 'runs.continue')
  expect(jobs).toEqual([['runs.continue', { runId: id }]])

  await expect(workRun(w, school, id, { atOnce: 1, signal: AbortSignal.abort() })).rejects.toThrow()
  expect((await list()).reissue).toMatchObject({ total: 3, done: 1, reissued: 1, queued: 1 })
  for (let times = 0; times < 2; times++) await workRun(w, school, id, { atOnce: 1 })
  const why = refusals.unprintable('花子', { followsAnother: true })
  expect((await list()).reissue).toMatchObject({
    done: 3,
    reissued: 2,
    queued: 2,
    refused: 1,
    refusals: [{ name: '花子', why }],
    utc_ended_on: expect.any(String),
  })
  expect(names(await list({ state: 'queued' }))).toEqual(['Davi Sá', 'Ana Prado'])
  // Those that the students hold are good until the new ones are drawn.
  const prove = async (code: string) =>
    (await w.call(certificates.verify, { params: { schoolId: school.id, code } })).body.state
  expect(await prove(issued[0]!.code)).toBe('valid')
  await draw()
  expect([await prove(issued[0]!.code), await prove(unprintable!.code)]).toEqual(['replaced', 'valid'])

  const before = await numbers()
  expect(before.filter(({ number }) => number === 2).map(({ record_id }) => record_id)).toEqual([
    issued[0]!.record_id,
    issued[3]!.record_id,
  ])
  const again = await start()
  await workRun(w, school, again.id)
  expect((await list()).reissue).toMatchObject({ id: again.id, done: 3, reissued: 0, refused: 1 })
  expect(await numbers()).toEqual(before)

  // A certificate from before the register has no place in it, and gets one.
  await school.tx((db) =>
    db
      .updateTable('certificate_records')
      .set({ register_number: null })
      .where('id', '=', issued[0]!.record_id)
      .execute(),
  )
  await workRun(w, school, (await start()).id)
  expect((await list()).reissue).toMatchObject({ done: 3, reissued: 1, refused: 1 })
})

it('reads the templates once for many certificates', async () => {
  const { school, start } = await issue(['Ana Prado', 'Bia Reis', 'Caio Luz'])
  const { id } = await start()
  const statements = await statementsOf(() => workRun(w, school, id))
  expect(statements.filter((text) => text.includes('t.utc_saved_on is not null'))).toHaveLength(1)
})

it('says which certificates stay because their course is gone, and ends when its job has used up its tries', async () => {
  const { school, course, list, start, numbers } = await issue(['Ana Prado'])
  await school.tx((db) => db.deleteFrom('courses').where('id', '=', course.id).execute())
  await workRun(w, school, (await start()).id)
  expect((await list()).reissue?.refusals).toEqual([{ name: 'Ana Prado', why: errors.certificate_course_gone.pt }])
  const stuck = await start()
  await giveUpJob(w, school, jobs.continueRun, { runId: stuck.id }, new Error('no more'))
  expect((await list()).reissue).toMatchObject({ id: stuck.id, done: 0, utc_ended_on: expect.any(String) })
  expect(await numbers()).toHaveLength(1)
})

it('finds what a template has issued by name, code or register number, and by state', async () => {
  const { school, issued, templateId, list, draw } = await issue(['Ana Prado', 'Bia Reis', 'Caio Luz', 'Ana Lima'])
  const [ana, bia, caio] = issued
  const reissue = (id: string, as = school.admin) => w.call(certificateIssues.reissue, { as, params: { id } })
  expect((await reissue(ana!.id)).body.certificate.number).toBe(2)
  await draw()
  await school.tx(async (db) => {
    const revocation = { utc_revoked_on: new Date(), revoked_why: 'Por engano' }
    await db.updateTable('certificate_records').set(revocation).where('id', '=', bia!.record_id).execute()
    // An issue that failed before the valid one says nothing about the certificate.
    await db.updateTable('certificates').set({ status: 'failed' }).where('id', '=', ana!.id).execute()
    const failed = { status: 'failed' as const, failure: 'Sem fonte' }
    await db.updateTable('certificates').set(failed).where('id', '=', caio!.id).execute()
  })
  const all = await list()
  expect([names(all), all.certificates.total]).toEqual([['Ana Lima', 'Caio Luz', 'Bia Reis', 'Ana Prado'], 4])
  expect(all.certificates.list).toMatchObject([
    { status: 'ready', number: 1 },
    { status: 'failed', why: 'Sem fonte' },
    { status: 'revoked', why: 'Por engano' },
    { status: 'ready', number: 2, register_number: 1, degree_title: 'Pães' },
  ])
  for (const [query, found] of [
    [{ search: 'ana' }, ['Ana Lima', 'Ana Prado']],
    [{ search: ana!.code.toLowerCase().replaceAll('-', '') }, ['Ana Prado']],
    [{ search: '1' }, ['Ana Prado']],
    [{ search: 'zuleica' }, []],
    [{ state: 'ready' }, ['Ana Lima', 'Ana Prado']],
    [{ state: 'ready', search: 'prado' }, ['Ana Prado']],
    [{ state: 'revoked' }, ['Bia Reis']],
    [{ state: 'failed' }, ['Caio Luz']],
    [{ state: 'queued' }, []],
  ] as const) {
    const { list: rows, total } = (await list(query)).certificates
    expect([query, rows.map(({ name }) => name), total]).toEqual([query, found, found.length])
  }
  expect((await reissue(bia!.id)).error.code).toBe('certificate_revoked')
  expect((await reissue(ana!.id, ana!.person)).status).toBe(403)
  const { status } = await w.call(certificateReissues.list, { as: w.riverside.admin, params: { id: templateId } })
  expect(status).toBe(404)
})

it('lets a student issue a certificate again once, with the corrected name', async () => {
  const { school, issued, draw } = await issue(['Ana Prado', 'Bia Reis'])
  const { person, id } = issued[0]!
  const rename = (name: string) =>
    school.tx((db) => db.updateTable('memberships').set({ name }).where('user_id', '=', person.userId).execute())
  const correct = (certificateId = id, as = person) =>
    w.call(certificateIssues.correctName, { as, params: { id: certificateId } })
  const offered = async () => (await w.call(certificates.mine, { as: person })).body.certificates[0]!.corrected_name
  expect([await offered(), (await correct()).body.certificate.number]).toEqual([null, 1])
  await rename('Ana Prado 花')
  expect((await correct()).error.code).toBe('certificate_unprintable')
  await rename('Ana Prado Lima')
  expect(await offered()).toBe('Ana Prado Lima')
  expect((await correct(id, issued[1]!.person)).status).toBe(404)
  expect((await correct(id, school.admin)).error.code).toBe('students_only')
  const answers = await Promise.all([correct(), correct(), correct()])
  expect(answers.map(({ body }) => body.certificate.number)).toEqual([2, 2, 2])
  await draw()
  expect(await offered()).toBeNull()
  await rename('Ana Lima')
  const refused = await correct()
  expect([await offered(), refused.status, refused.error.code]).toEqual([null, 409, 'certificate_corrected'])
  const { body } = await w.call(certificateIssues.reissue, { as: school.admin, params: { id } })
  expect(body.certificate.number).toBe(3)
})
