import { certificateCpfs, certificateIssuers } from '@escola/contract/certificate-issuers.contract'
import { students } from '@escola/contract/students.contract'
import { expect, it } from 'vitest'
import { readPdf } from '../../../pdf/read-pdf.testing.ts'
import { world } from '../../../testing/world.ts'
import { issueOnCompletion } from '../issuing/issuing.service.ts'
import { renderCertificate } from './printing.service.ts'

/** A school that gives everything that certificates print, and a course of it that students complete. */
async function fresh() {
  const { call, makeSchool, tools } = await world()
  const school = await makeSchool('Ateliê')
  const issuer = { legal_name: 'Ateliê do Pão Ltda.', tax_id: '11.222.333/0001-81', place: 'Recife', asks_cpf: true }
  await call(certificateIssuers.save, { as: school.admin, body: issuer })
  const course = await school.make.course({ title: 'Pães', modules: [1] })
  const complete = (userIds: string[]) =>
    school.tx(async (db) => {
      const completed = userIds.map((user_id) => ({ user_id, course_id: course.id, utc_completed_on: tools.now() }))
      await db.insertInto('course_progress').values(completed).execute()
      await issueOnCompletion(db, { courseId: course.id, userIds }, tools.now())
      const issues = await db.selectFrom('certificates').select('id').where('status', '=', 'queued').execute()
      return issues.map(({ id }) => id)
    })
  const read = async (id: string) => {
    const { storage_key } = await school.tx((db) =>
      db.selectFrom('certificates').select('storage_key').where('id', '=', id).executeTakeFirstOrThrow(),
    )
    const chunks: Buffer[] = []
    for await (const chunk of await tools.files.read(storage_key!)) chunks.push(chunk as Buffer)
    return readPdf(Buffer.concat(chunks))
  }
  const listRegister = () =>
    school.tx((db) =>
      db
        .selectFrom('certificate_records')
        .select(['user_id', 'register_number', 'register_book'])
        .orderBy('register_number')
        .execute(),
    )
  return { school, course, complete, read, listRegister, render: (id: string) => renderCertificate(school, id, tools) }
}

it('prints who issued it and the CPF that the student gave; its number stays when it is issued again', async () => {
  const { call } = await world()
  const { school, course, complete, read, render } = await fresh()
  const { student } = school
  await call(certificateCpfs.save, { as: student, body: { cpf: '529.982.247-25', consent: true } })
  const [first] = await complete([student.userId])
  await render(first!)
  const year = new Date().getFullYear()
  const { text } = await read(first!)
  for (const part of [
    `Certificamos que ${student.name} CPF 529.982.247-25 concluiu o curso Pães`,
    'Ateliê do Pão Ltda. · CNPJ 11.222.333/0001-81',
    'Recife, ',
    'Registro nº 1',
    `Livro ${year}`,
  ])
    expect(text).toContain(part)
  expect(text).not.toContain('via')
  // A CPF that was taken back is no longer printed.
  await call(certificateCpfs.remove, { as: student })
  const body = { degreeId: course.id }
  const again = await call(students.reissueCertificate, { as: school.admin, params: { userId: student.userId }, body })
  await render(again.body.certificate.id)
  const reissued = (await read(again.body.certificate.id)).text
  expect(reissued).toMatch(new RegExp(`Registro nº 1 Livro ${year} 2ª via`))
  expect(reissued).not.toContain('CPF')
})

it('numbers certificates without a gap: no number for one that cannot be printed, one for two runs at once', async () => {
  const { school, complete, render, listRegister } = await fresh()
  const people = [school.student, await school.make.student('田中'), await school.make.student('Caio Reis')]
  const issues = await complete(people.map(({ userId }) => userId))
  await Promise.all([...issues, ...issues].map((id) => render(id)))
  const register = await listRegister()
  expect(register.map(({ register_number }) => register_number)).toEqual([1, 2, null])
  expect(register.at(-1)!.user_id).toBe(people[1]!.userId)
})
