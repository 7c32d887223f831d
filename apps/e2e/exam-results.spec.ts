import { examAttempts } from '@escola/contract/exam-attempts.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes, checkWidth } from './axe.ts'
import { makeQuestion, publishExam } from './exams.ts'
import { expectNotice } from './notices.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const right = { kind: 'truth', chosen: true } as const
const wrong = { kind: 'truth', chosen: false } as const

test('an owner sees how three students did, lets a late answer count, and gives a fourth another try', async ({
  open,
}) => {
  const school = await makeSchool()
  const { schoolId, ownerToken } = school
  const questionIds = [
    await makeQuestion(school, 'O sal entra por último?'),
    await makeQuestion(school, 'O levain é vivo?'),
  ]
  const contentId = await publishExam(school, questionIds)
  /** Begins as a student, hands in the answers, and saves the late ones afterwards. */
  const attempt = async (name: string, answers: (typeof right | typeof wrong)[], late = answers.slice(0, 0)) => {
    const call = callsOf(await school.makeStudent(name))
    const { attempt } = await call(examAttempts.begin, { params: { schoolId, contentId } })
    const params = { schoolId, attemptId: attempt.id }
    const savesOf = (given: typeof answers, first: number) =>
      given.map((answer, at) => ({ number: 1, question: first + at, answer }))
    await call(examAttempts.handIn, { params, body: { epoch: attempt.epoch, saves: savesOf(answers, 1) } })
    if (late.length > 0)
      await call(examAttempts.save, {
        params,
        body: { epoch: attempt.epoch, saves: savesOf(late, answers.length + 1) },
      })
    return { call, begin: () => call(examAttempts.begin, { params: { schoolId, contentId } }) }
  }
  await attempt('Ana Lima', [right, right])
  await attempt('Bia Ramos', [right], [right])
  const caio = await attempt('Caio Reis', [wrong, wrong])

  const page = await open({ viewport: { width: 1280, height: 900 } }, ownerToken)
  await page.goto(school.lesson)
  await page.getByRole('link', { name: 'Resultados' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /^Resultados: O que é fermentação/ })).toBeVisible()
  await expect(page.getByRole('list', { name: 'A avaliação em números' })).toContainText('3 alunos fizeram')
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await expect(rowOf('Ana Lima')).toContainText('Aprovado')
  await expect(rowOf('Bia Ramos')).toContainText('Não passou')
  await settled(page)
  await checkSchemes(page, 'results of an assessment', ['dark', 'light'])

  await rowOf('Bia Ramos').getByRole('link', { name: '1 de 2 (50%)' }).click()
  await page.getByRole('button', { name: 'Contar a resposta da questão 2' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Contar', exact: true }).click()
  await expectNotice(page, 'A resposta conta, e a nota foi refeita.')
  await expect(page.getByText(/e conta desde .*, por decisão de Dora Prado/)).toBeVisible()
  await settled(page)
  await checkSchemes(page, "a student's attempt", ['dark', 'light'])
  await page.getByRole('link', { name: 'Resultados', exact: true }).click()
  await expect(rowOf('Bia Ramos')).toContainText('Aprovado')

  await expect(caio.begin()).rejects.toThrow()
  await rowOf('Caio Reis').getByRole('button', { name: 'Ações de Caio Reis' }).click()
  await page.getByRole('menuitem', { name: 'Dar exceção' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exceção de Caio Reis' })
  await dialog.getByLabel('Tentativas a mais').fill('1')
  await settled(page)
  await checkSchemes(page, 'an exception', ['dark', 'light'])
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(rowOf('Caio Reis')).toContainText('1 tentativa a mais')
  expect((await caio.begin()).attempt.questions).toHaveLength(2)

  await page.getByRole('link', { name: 'Questões', exact: true }).last().click()
  await expect(page.getByText('2 de 3 tentativas acertaram').first()).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'questions of an assessment', ['dark', 'light'])
  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await checkWidth(page, 'questions of an assessment, 390 px')

  await page.getByRole('navigation', { name: 'Partes dos resultados' }).getByRole('link', { name: 'Alunos' }).click()
  await page.getByRole('link', { name: 'Caio Reis' }).click()
  const section = page.getByRole('region', { name: 'Avaliações' })
  await expect(section).toContainText('Exceção: 1 tentativa a mais')
  await expect(section).toContainText('Em andamento')
  await expect(page.getByText('Exceção na avaliação da aula “O que é fermentação”')).toBeVisible()
  await checkWidth(page, "a student's assessments, 390 px")
  await page.goto(`${school.lesson}?como=${page.url().split('/').at(-1)}`)
  const viewed = page.getByRole('region', { name: 'Prova' })
  await expect(viewed).toContainText('Exceção: 1 tentativa a mais')
  await settled(page)
  await checkSchemes(page, "a student's assessment, as an administrator sees it", ['dark', 'light'])
})
