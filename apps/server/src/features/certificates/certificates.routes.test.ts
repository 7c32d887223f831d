import { createHash } from 'node:crypto'
import { certificates } from '@escola/contract/certificates.contract'
import { learning } from '@escola/contract/learning.contract'
import { refusals } from '@escola/contract/refusals'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { readPdf } from '../../pdf/read-pdf.testing.ts'
import type { Person } from '../../testing/call.ts'
import { giveUpJob, runJob } from '../../testing/jobs.ts'
import { world } from '../../testing/world.ts'

type Done = Awaited<ReturnType<typeof done>>

/** A student who has just completed a course of one lesson. */
async function done() {
  const { call, makeSchool } = await world()
  const school = await makeSchool('Certificadora')
  const course = await school.make.course({ title: 'Confeitaria básica', modules: [1] })
  await school.make.enrollment(await school.make.cohort({ courses: [course] }), school.student)
  const contentId = course.lessons[0]!.id
  const { body } = await call(learning.complete, {
    as: school.student,
    body: {
      contentId,
      degreeId: course.id,
      userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
    },
  })
  return { school, course, student: school.student, certificate: body.certificate! }
}

const render = async ({ school }: Done, certificateId: string) => {
  await runJob(await world(), school, jobs.renderCertificate, { certificateId })
}

const giveUp = async ({ school }: Done, certificateId: string) =>
  giveUpJob(await world(), school, jobs.renderCertificate, { certificateId }, new Error('no font'))

const reissue = async ({ course, student }: Done, as: Person) => {
  const { call } = await world()
  return call(students.reissueCertificate, { as, params: { userId: student.userId }, body: { degreeId: course.id } })
}

const rename = ({ school, course }: Done, title: string) =>
  school.tx((db) => db.updateTable('courses').set({ title }).where('id', '=', course.id).execute())

const listed = async ({ student }: Done) => {
  const { call } = await world()
  return (await call(certificates.mine, { as: student })).body.certificates
}

/** Certificate as the school sees it. */
const shown = async ({ school, student, course }: Done) => {
  const { call } = await world()
  const { body } = await call(students.get, { as: school.admin, params: { link: student.userId } })
  return body.degrees.find(({ id }) => id === course.id)!.certificate
}

const verify = async ({ school }: Done, code: string) => {
  const { call } = await world()
  return (await call(certificates.verify, { params: { schoolId: school.id, code } })).body
}

const mailsOf = ({ school }: Done) =>
  school.tx((db) =>
    db.selectFrom('messages').select(['user_id', 'kind', 'params']).where('kind', '=', 'certificate_ready').execute(),
  )

it('draws, stores and announces a certificate once, however often its job runs', async () => {
  const { call } = await world()
  const context = await done()
  const { student, certificate, course } = context
  const waiting = await call(certificates.pdfLink, { as: student, params: { id: certificate.id } })
  expect([waiting.status, waiting.error.code]).toEqual([409, 'certificate_not_ready'])

  await Promise.all([render(context, certificate.id), render(context, certificate.id)])
  await render(context, certificate.id)
  expect(await mailsOf(context)).toEqual([
    { user_id: student.userId, kind: 'certificate_ready', params: { certificateId: certificate.id } },
  ])

  const { body } = await call(certificates.mine, { as: student })
  expect(body.certificates).toMatchObject([
    {
      id: certificate.id,
      degree_id: course.id,
      degree_title: 'Confeitaria básica',
      degree_link: course.link,
      code: certificate.code,
      status: 'ready',
      workload_hours_pretty: '1h30',
    },
  ])
  const { url } = (await call(certificates.pdfLink, { as: student, params: { id: certificate.id } })).body
  const pdf = { bytes: (await (await world()).app.inject(url)).rawPayload }
  expect(pdf.bytes.subarray(0, 8).toString()).toBe('%PDF-1.7')
  const { namespace } = await context.school.tx((db) =>
    db.selectFrom('schools').select('namespace').where('id', '=', context.school.id).executeTakeFirstOrThrow(),
  )
  expect((await readPdf(pdf.bytes)).text).toContain(`http://localhost:3000/${namespace}/v/${certificate.code}`)
  const proof = await call(certificates.verify, { params: { schoolId: context.school.id, code: certificate.code } })
  expect(proof.body.issues).toMatchObject([{ number: 1, sha256: createHash('sha256').update(pdf.bytes).digest('hex') }])
})

it('gives the PDF to its student and to administrators alone', async () => {
  const { call, riverside } = await world()
  const context = await done()
  const { school, certificate } = context
  await render(context, certificate.id)
  const ask = async (as: Person) => (await call(certificates.pdfLink, { as, params: { id: certificate.id } })).status
  const classmate = await school.make.student('Colega Curioso')
  expect([
    await ask(context.student),
    await ask(school.admin),
    await ask(classmate),
    await ask(riverside.admin),
  ]).toEqual([200, 200, 404, 404])
  expect((await call(certificates.mine, { as: classmate })).body.certificates).toEqual([])
})

it('proves a certificate to any visitor, by a code as people type it, in its own school only', async () => {
  const { call, riverside } = await world()
  const { school, student, certificate } = await done()
  const verify = (code: string, schoolId = school.id) => call(certificates.verify, { params: { schoolId, code } })
  const typed = certificate.code.replaceAll('-', '').toLowerCase().replaceAll('0', 'o').replaceAll('1', 'l')
  for (const code of [certificate.code, typed, ` ${typed} `]) {
    expect((await verify(code)).body).toMatchObject({
      code: certificate.code,
      state: 'valid',
      student_name: student.name,
      course_title: 'Confeitaria básica',
      workload_hours_pretty: '1h30',
      school_name: 'Certificadora',
      signature_name: 'Direção Certificadora',
      number: 1,
      is_drawn: false,
      issues: [],
    })
  }
  expect((await verify('AAAA-AAAA-AAAA')).status).toBe(404)
  expect((await verify('----')).status).toBe(404)
  expect((await verify(certificate.code, riverside.id)).status).toBe(404)
})

it('proves what a school has issued while it is blocked, too', async () => {
  const { call } = await world()
  const { school, certificate } = await done()
  await school.tx((db) => db.updateTable('schools').set({ is_blocked: true }).execute())
  const { body } = await call(certificates.verify, { params: { schoolId: school.id, code: certificate.code } })
  expect(body).toMatchObject({ code: certificate.code, state: 'valid' })
})

it('issues again what was completed, as things are written today, and keeps the earlier one on record', async () => {
  const { call } = await world()
  const context = await done()
  const { school, student, certificate } = context
  await render(context, certificate.id)
  await rename(context, 'Confeitaria completa')
  const { status, body } = await reissue(context, school.admin)
  expect([status, body.certificate.number]).toEqual([200, 2])
  // The one that the student may hold is good until the new one is drawn.
  expect(await verify(context, certificate.code)).toMatchObject({ state: 'valid', number: 1 })
  expect(await listed(context)).toMatchObject([{ id: certificate.id, status: 'ready' }])
  expect(await shown(context)).toEqual({ id: body.certificate.id, status: 'queued', number: 2 })

  await render(context, body.certificate.id)
  await render(context, body.certificate.id)
  expect(await verify(context, certificate.code)).toMatchObject({
    state: 'replaced',
    number: 1,
    course_title: 'Confeitaria básica',
  })
  const { certificates: mine } = (await call(certificates.mine, { as: student })).body
  expect(mine).toMatchObject([{ id: body.certificate.id, degree_title: 'Confeitaria completa', status: 'ready' }])
  expect(mine[0]!.code).not.toBe(certificate.code)
  expect(await verify(context, mine[0]!.code)).toMatchObject({ state: 'valid', number: 2 })
  expect(await mailsOf(context)).toHaveLength(2)
})

it('refuses to issue again what cannot be printed, and keeps the good certificate when a new one cannot be drawn', async () => {
  const { call } = await world()
  const context = await done()
  const { school, certificate } = context
  await render(context, certificate.id)
  await rename(context, 'Pão 日本')
  const refused = await reissue(context, school.admin)
  expect([refused.status, refused.error.code, refused.error.fields]).toEqual([
    409,
    'certificate_unprintable',
    { course_title: refusals.unprintable('Pão 日本', { followsAnother: true }) },
  ])
  expect(await shown(context)).toEqual({ id: certificate.id, status: 'ready', number: 1 })

  await rename(context, 'Pão do Japão')
  const { id, number } = (await reissue(context, school.admin)).body.certificate
  expect(number).toBe(2)
  await giveUp(context, id)
  expect(await listed(context)).toMatchObject([{ id: certificate.id, status: 'ready' }])
  expect(await verify(context, certificate.code)).toMatchObject({ state: 'valid' })
  const failed = await call(certificates.pdfLink, { as: school.admin, params: { id } })
  expect([failed.status, failed.error.code]).toEqual([409, 'certificate_failed'])
  const mended = (await reissue(context, school.admin)).body.certificate
  expect(mended.number).toBe(3)
  await render(context, mended.id)
  expect(await listed(context)).toMatchObject([{ id: mended.id, status: 'ready' }])
  expect(await verify(context, certificate.code)).toMatchObject({ state: 'replaced' })
})

it('makes one new issue when many ask at the same time', async () => {
  const context = await done()
  await render(context, context.certificate.id)
  const answers = await Promise.all(Array.from({ length: 8 }, () => reissue(context, context.school.admin)))
  const issued = new Set(answers.map(({ body }) => JSON.stringify(body.certificate)))
  const { id, number } = answers[0]!.body.certificate
  expect([issued.size, number]).toEqual([1, 2])
  const jobs = (await context.school.pendingJobs()).filter(([name]) => name === 'certificates.render')
  expect(jobs.map(([, payload]) => payload)).toEqual([{ certificateId: context.certificate.id }, { certificateId: id }])
  await render(context, id)
  expect((await reissue(context, context.school.admin)).body.certificate.number).toBe(3)
})

it('tells a student about five new issues in an hour, however many there are', async () => {
  const context = await done()
  await render(context, context.certificate.id)
  for (let number = 2; number <= 7; number++) {
    const { certificate } = (await reissue(context, context.school.admin)).body
    await render(context, certificate.id)
    expect(await listed(context)).toMatchObject([{ id: certificate.id, status: 'ready' }])
  }
  expect(await mailsOf(context)).toHaveLength(5)
})

it('lets the latest issue that can be drawn count, in whatever order they are', async () => {
  const context = await done()
  const again = async (title: string) => {
    await rename(context, title)
    return (await reissue(context, context.school.admin)).body.certificate
  }
  const issues = [context.certificate, await again('Confeitaria II'), await again('Confeitaria III')]
  await giveUp(context, issues[2]!.id)
  for (const { id } of issues.slice(0, 2).toReversed()) await render(context, id)
  expect(await listed(context)).toMatchObject([{ id: issues[1]!.id, degree_title: 'Confeitaria II', status: 'ready' }])
  expect((await mailsOf(context)).map(({ params }) => params)).toEqual([{ certificateId: issues[1]!.id }])
})

it('issues again only what its student completed, and only for administrators of that school', async () => {
  const { riverside } = await world()
  const context = await done()
  const unfinished = await context.school.make.course({ title: 'Inacabado' })
  const refused = await reissue({ ...context, course: unfinished }, context.school.admin)
  expect([refused.status, refused.error.code]).toEqual([409, 'course_not_completed'])
  expect((await reissue(context, context.student)).status).toBe(403)
  expect((await reissue(context, riverside.admin)).status).toBe(404)
})

it('tells the school when a name cannot be printed, and takes no second try for it', async () => {
  const { call } = await world()
  const context = await done()
  const { school, student } = context
  const { id } = context.certificate
  // A name that could be printed at the issue, and can't be now.
  await school.tx(async (db) => {
    const { facts } = await db.selectFrom('certificates').select('facts').where('id', '=', id).executeTakeFirstOrThrow()
    const renamed = JSON.stringify({ ...(facts as object), student_name: '田中 花子' })
    await db.updateTable('certificates').set({ facts: renamed }).where('id', '=', id).execute()
  })
  await render(context, id)
  expect(await shown(context)).toMatchObject({
    status: 'failed',
    failure: 'Não conseguimos imprimir “田中 花子”. Escreva com letras do nosso alfabeto e gere o certificado de novo.',
  })
  expect(await listed(context)).toMatchObject([{ id, status: 'failed' }])
  const refused = await call(certificates.pdfLink, { as: student, params: { id } })
  expect([refused.status, refused.error.code]).toEqual([409, 'certificate_failed'])
  expect(await mailsOf(context)).toEqual([])
})

it('outlives its course', async () => {
  const { call } = await world()
  const { school, course, student, certificate } = await done()
  await school.tx((db) => db.deleteFrom('courses').where('id', '=', course.id).execute())
  const { body } = await call(certificates.mine, { as: student })
  expect(body.certificates).toMatchObject([
    { id: certificate.id, degree_title: 'Confeitaria básica', degree_link: null },
  ])
})

it('says so when the last try to draw has failed, and never of one that is ready', async () => {
  const { call } = await world()
  const context = await done()
  const { student, certificate } = context
  const statusNow = async () => (await call(certificates.mine, { as: student })).body.certificates[0]!.status
  await giveUp(context, certificate.id)
  expect(await statusNow()).toBe('failed')
  await render(context, certificate.id)
  await giveUp(context, certificate.id)
  expect(await statusNow()).toBe('ready')
})
