import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { learning } from '@escola/contract/learning.contract'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { world } from '../../../testing/world.ts'
import { renderCertificate } from '../printing/printing.service.ts'

it('revokes a certificate with a reason, tells its student once, and takes it back', async () => {
  const { call, makeSchool, riverside } = await world()
  const school = await makeSchool('Revogações')
  const { student, admin, make, tx } = school
  const course = await make.course()
  await make.enrollment(await make.cohort({ courses: [course] }), student)
  const { id, code } = await make.certificate(course, student)
  const revoke = (why: string, as = admin) => call(certificateIssues.revoke, { as, params: { id }, body: { why } })
  const seen = async () => ({
    mine: (await call(certificates.mine, { as: student })).body.certificates[0],
    course: (await call(learning.course, { as: student, params: { degreeLink: course.link } })).body.degree.certificate,
    school: (await call(students.get, { as: admin, params: { link: student.userId } })).body.degrees[0]!.certificate,
    page: (await call(certificates.verify, { params: { schoolId: school.id, code } })).body.state,
    pdf: (await call(certificates.pdfLink, { as: student, params: { id } })).error?.code,
  })

  expect(await revoke(' ')).toMatchObject({ status: 400, error: { fields: { why: issueMessages.reason } } })
  expect((await revoke('Troca de nomes', riverside.admin)).status).toBe(404)
  expect((await revoke('Troca de nomes', student)).status).toBe(403)
  await revoke('Prova feita  por outra pessoa')
  await revoke('Outro motivo')
  const why = 'Prova feita por outra pessoa'
  expect(await seen()).toMatchObject({
    mine: { id, status: 'revoked', revoked_why: why },
    course: { id, status: 'revoked' },
    school: { id, status: 'revoked', revoked_why: why },
    page: 'revoked',
    pdf: 'certificate_revoked',
  })
  const record = () =>
    tx((db) => db.selectFrom('certificate_records').select(['revoked_by', 'revoked_why']).executeTakeFirst())
  const mails = () =>
    tx((db) =>
      db.selectFrom('messages').select(['user_id', 'params']).where('kind', '=', 'certificate_revoked').execute(),
    )
  expect(await record()).toEqual({ revoked_by: admin.userId, revoked_why: why })
  expect(await mails()).toEqual([{ user_id: student.userId, params: { certificateId: id } }])

  await call(certificateIssues.restore, { as: admin, params: { id } })
  await call(certificateIssues.restore, { as: admin, params: { id } })
  expect(await seen()).toMatchObject({
    mine: { status: 'ready' },
    course: { status: 'ready' },
    school: { status: 'ready' },
    page: 'valid',
    pdf: undefined,
  })
  expect([(await record())?.revoked_by, (await mails()).length]).toEqual([null, 1])
})

it('asks an administrator to prove who they are before it revokes or takes back', async () => {
  const { call, database, makeSchool } = await world()
  const { student, admin: as, make } = await makeSchool('Sem prova')
  const { id } = await make.certificate(await make.course(), student)
  await database.withPlatform((db) =>
    db.updateTable('sessions').set({ utc_proven_on: null }).where('id', '=', as.sessionId).execute(),
  )
  const answers = [
    await call(certificateIssues.revoke, { as, params: { id }, body: { why: 'Engano' } }),
    await call(certificateIssues.restore, { as, params: { id } }),
  ]
  expect(answers.map(({ error }) => error.code)).toEqual(['proof_needed', 'proof_needed'])
})

it('tells of an issue that was drawn while the certificate was revoked once that is taken back', async () => {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Avisos')
  const { student, admin: as, make, tx } = school
  const course = await make.course()
  const { id } = await make.certificate(course, student)
  const announced = async () =>
    (
      await tx((db) => db.selectFrom('messages').select('params').where('kind', '=', 'certificate_ready').execute())
    ).map(({ params }) => params)
  await tx((db) => db.updateTable('certificates').set({ status: 'queued', storage_key: null }).execute())
  await call(certificateIssues.revoke, { as, params: { id }, body: { why: 'Engano' } })
  await renderCertificate(school, id, tools)
  expect(await announced()).toEqual([])
  const restore = () => call(certificateIssues.restore, { as, params: { id } })
  await restore()
  expect(await announced()).toEqual([{ certificateId: id }])
  await call(certificateIssues.revoke, { as, params: { id }, body: { why: 'Engano' } })
  await restore()
  expect(await announced()).toHaveLength(1)
})
