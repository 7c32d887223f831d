import { certificates } from '@escola/contract/certificates.contract'
import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { learning } from '@escola/contract/learning.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { findLessonId, makeQuestion, publishExam } from './exams.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { viewport: { width: 1280, height: 900 } }
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

test('a certificate waits for the mark that its model asks for, and prints it', async ({ open }) => {
  const school = await makeSchool()
  const { base, degree, ownerToken } = school
  const params = { schoolId: school.schoolId }
  const questionId = await makeQuestion(school, 'O levain é vivo?')
  const contentId = await publishExam(school, [questionId], { attempts: null, shows: 'score', points: 200 })
  const contentIds = [contentId, await findLessonId(school, school.withFile)]

  const page = await open(desk, ownerToken)
  await page.goto(`${base}/certificados`)
  await page.getByRole('link', { name: /^Certificado de conclusão/ }).click()
  await page.getByLabel('Nota mínima nas provas, em %').fill('70')
  await expect(page.getByText('Alcançam essa nota hoje: 0 de 0 conclusões de curso.')).toBeVisible()
  await page.getByRole('switch', { name: /^Nota no certificado/ }).check({ force: true })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Certificado salvo com sucesso')).toBeVisible()
  await checkSchemes(page, 'a model that asks for a mark')

  const token = await school.makeStudent('Ana Prado')
  const student = callsOf(token)
  const attempt = async (chosen: boolean) => {
    const { attempt } = await student(examAttempts.begin, { params: { ...params, contentId } })
    await student(examAttempts.handIn, {
      params: { ...params, attemptId: attempt.id },
      body: { epoch: attempt.epoch, saves: [{ question: 1, number: 1, answer: { kind: 'truth', chosen } }] },
    })
  }
  await attempt(false)
  for (const id of contentIds)
    await student(learning.complete, {
      params,
      body: {
        contentId: id,
        degreeId: degree.id,
        userDegree: { metadata: { content: { [id]: { isComplete: true } } } },
      },
    })
  const small = await open(phone, token)
  await small.goto(school.course)
  await expect(small.getByRole('link', { name: /Nota 0 de 2/ })).toBeVisible()
  const missing = small.getByText(/pede nota 7 de 10 nas provas, e a sua é 0 de 10\. Ele sai automaticamente/)
  await expect(missing).toBeVisible()
  await checkSchemes(small, 'a course whose certificate waits for a mark')
  await goTo(small, `${base}/certificados`)
  await expect(missing).toBeVisible()

  await attempt(true)
  const mine = async () => (await student(certificates.mine, { params })).certificates
  await expect.poll(async () => (await mine()).map(({ status }) => status)).toEqual(['ready'])
  await small.goto(school.course)
  await expect(small.getByRole('link', { name: /Nota 2 de 2/ })).toBeVisible()
  await expect(missing).toHaveCount(0)
  const proof = `${base}/v/${(await mine())[0]!.code}`
  for (const form of [desk, phone]) {
    const visitor = await open(form)
    await visitor.goto(proof)
    await expect(visitor.getByText('10 de 10', { exact: true })).toBeVisible()
    await checkSchemes(visitor, 'the proof of a certificate with its mark')
  }
  await small.goto(`${base}/pontos`)
  await expect(small.getByText('Aprovação em avaliação')).toBeVisible()
})
