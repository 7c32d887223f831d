import { accounts } from '@escola/contract/accounts.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { imports } from '@escola/contract/imports.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { call, mailedToken, until } from './smoke-calls.ts'

// The whole job over HTTP, through the proxy of a stack that runs with its mailbox: node infra/docker/smoke.ts
const run = Date.now().toString(36)
const ownerEmail = `dona.${run}@example.com`
const studentEmail = `aluna.${run}@example.com`
const password = 'PaoDeQueijo9'
const disclosure = true as const
const step = (text: string) => console.log(`✓ ${text}`)

const { schoolId } = await call(accounts.signUpOwner, {
  body: { school_name: 'Escola Fumaça', user_name: 'Dona Marta', email: ownerEmail, password, disclosure },
})
await call(accounts.activate, { params: { token: await mailedToken(ownerEmail, 'activate') } })
const { token: owner } = await call(sessions.signIn, { body: { email: ownerEmail, password } })
step(`an owner made school ${schoolId}, confirmed the e-mail and signed in`)

let { degree } = await call(courses.save, {
  token: owner,
  params: { schoolId, link: '0' },
  body: {
    title: 'Pão de queijo',
    workload_hours: 90,
    modules: [{ id: 'new-1', title: 'Módulo 1', alwaysAvailable: false }],
    moduleOrder: ['new-1'],
  },
})
for (const id of ['dQw4w9WgXcQ', 'aqz-KE-bpKQ']) {
  ;({ degree } = await call(lessons.save, {
    token: owner,
    params: { schoolId, courseLink: degree.link, lessonLink: '0' },
    body: {
      degree_id: degree.id,
      module_id: degree.modules[0]!.id,
      title: `Aula ${id}`,
      main_media_url: `https://youtu.be/${id}`,
    },
  }))
}
await call(courses.publish, { token: owner, params: { schoolId, link: degree.link }, body: { id: degree.id } })
step(`a course with ${degree.modules[0]!.content.length} lessons is published`)

const { gateway } = await call(cohorts.create, { token: owner, params: { schoolId }, body: {} })
await call(cohorts.update, {
  token: owner,
  params: { schoolId, id: gateway.id },
  body: { title: 'Turma da manhã', degrees: [degree.id] },
})
await call(cohorts.addStudent, {
  token: owner,
  params: { schoolId, id: gateway.id },
  body: { name: 'Ana Conceição', email: studentEmail, cellphone: '' },
})
const rows = Array.from({ length: 1000 }, (_, index) => ({
  line: index + 2,
  name: `Aluno ${index}`,
  email: `aluno.${run}.${index}@example.com`,
}))
const started = await call(imports.start, {
  token: owner,
  params: { schoolId },
  query: { total: rows.length, filename: 'alunos.csv', school_gateway_id: gateway.id },
  file: { name: 'students.json', bytes: JSON.stringify(rows) },
})
const imported = await until('the import ends', async () => {
  const found = await call(imports.get, { token: owner, params: { schoolId, id: started.import.id } })
  return found.import.status === 'done' && found.import
})
step(`the worker imported ${imported.enrolled} of ${imported.total_students} students`)

const invitation = await mailedToken(studentEmail, 'welcome')
const { token: student } = await call(accounts.acceptInvitation, {
  params: { token: invitation },
  body: { name: 'Ana Conceição', password, disclosure },
})
const params = { schoolId, degreeLink: degree.link }
const { degree: studied } = await call(learning.course, { token: student, params })
let certificateId = ''
for (const { id: contentId } of studied.modules.flatMap((module) => module.content)) {
  const { userDegree, certificate } = await call(learning.complete, {
    token: student,
    params: { schoolId },
    body: {
      contentId,
      degreeId: degree.id,
      userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
    },
  })
  certificateId = certificate?.id ?? ''
  step(`a student invited by mail is at ${userDegree.progress}%`)
}

const issued = await until('the certificate is drawn', async () => {
  const mine = await call(certificates.mine, { token: student, params: { schoolId } })
  return mine.certificates.find((each) => each.id === certificateId && each.status === 'ready')
})
const { url } = await call(certificates.pdfLink, { token: student, params: { schoolId, id: certificateId } })
const pdf = Buffer.from(
  await (await fetch(new URL(url, process.env.BASE_URL ?? 'http://localhost:8080'))).arrayBuffer(),
)
if (pdf.subarray(0, 5).toString() !== '%PDF-') throw new Error('the certificate is no PDF')
const proof = await call(certificates.verify, { params: { schoolId, code: issued.code.toLowerCase() } })
step(`certificate ${proof.code} of ${proof.student_name} is ${proof.state}: a PDF of ${pdf.length} bytes`)
