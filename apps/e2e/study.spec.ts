import { messages } from '@escola/contract/messages'
import { schools } from '@escola/contract/schools.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { enter } from './keyboard.ts'
import { expectNotice } from './notices.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

/** Tests of a student's ways besides the story's: without a pointer, in two windows, and in words. */
let school: Awaited<ReturnType<typeof makeSchool>>

test.beforeAll(async () => {
  school = await makeSchool()
})

test('a course is studied by keyboard alone, and another window shows it', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 } }, await school.makeStudent('Bento Alves'))
  const press = (name: string | RegExp, role: 'link' | 'button' = 'link') =>
    enter(page, page.getByRole(role, { name }).first())
  await page.goto(school.course)
  const other = await page.context().newPage()
  await other.goto(school.course)
  await expect(other.getByRole('link', { name: messages.courseStart })).toBeVisible()

  await page.goto(school.base)
  await enter(page, page.getByRole('main').getByRole('link', { name: /Pão de cada dia/ }))
  await press(messages.courseStart)
  await expect(page.getByRole('heading', { level: 1, name: 'O que é fermentação' })).toBeVisible()
  await press('Marcar como concluída', 'button')
  await expect(page.getByRole('button', { name: 'Concluída', exact: true })).toBeFocused()
  const comeBack = () => other.evaluate(() => void window.dispatchEvent(new Event('visibilitychange')))
  await expect(async () => {
    await comeBack()
    await expect(other.getByRole('link', { name: messages.courseContinue })).toBeVisible({ timeout: 2000 })
  }).toPass()

  await press('Próxima aula')
  await expect(page.getByRole('heading', { level: 1, name: 'Criando o levain' })).toBeVisible()
  await press('Marcar como concluída', 'button')
  await expect(page.getByRole('heading', { name: messages.courseDone })).toBeVisible()
  await press('Voltar para o curso')
  await expect(page.getByRole('button', { name: 'Baixar certificado' })).toBeVisible()
  await comeBack()
  await expect(other.getByText(messages.courseDone)).toBeVisible()
})

test('a question is asked, answered, told and earns points; favourites are found again', async ({ open }) => {
  const body = { has_notifications: true }
  await callsOf(school.ownerToken)(schools.update, { params: { schoolId: school.schoolId }, body })
  const name = 'Célia Regina Dias'
  const page = await open({ viewport: { width: 390, height: 844 } }, await school.makeStudent(name))
  await page.goto(`${school.base}/favoritos`)
  await expect(page.getByText(messages.noBookmarks)).toBeVisible()

  await goTo(page, school.lesson)
  await page.getByRole('button', { name: 'Guardar nos favoritos' }).click()
  await expect(page.getByRole('button', { name: 'Tirar dos favoritos' })).toBeVisible()
  await page.getByRole('heading', { name: 'Perguntas' }).scrollIntoViewIfNeeded()
  await expect(page.getByText(messages.noQuestions)).toBeVisible()
  await page.getByRole('button', { name: 'Fazer uma pergunta' }).click()
  await expect(page.getByRole('button', { name: 'Enviar' })).toBeDisabled()
  const send = (await page.getByRole('button', { name: 'Enviar' }).boundingBox())!
  const below = (await page.getByText(messages.noQuestions).boundingBox())!
  expect(below.y - send.y - send.height, 'between what is written and what was asked').toBeGreaterThan(8)
  await page.getByRole('textbox', { name: 'Sua pergunta' }).fill('Quanto tempo dura?')
  await page.getByRole('button', { name: 'Enviar' }).click()
  await expect(page.getByRole('article', { name: `Pergunta de ${name}` })).toContainText('Quanto tempo dura?')

  const owner = await open({ viewport: { width: 1280, height: 800 } }, school.ownerToken)
  await owner.goto(`${school.base}/comunidade`)
  const waiting = owner.getByRole('article', { name: `Pergunta de ${name}` })
  await waiting.getByRole('button', { name: 'Responder' }).click()
  const answer = waiting.getByRole('textbox', { name: 'Sua resposta' })
  await answer.fill('Uma semana na geladeira.')
  await waiting.getByRole('button', { name: 'Enviar' }).click()
  await expectNotice(owner, `Resposta enviada. ${name} recebe por e-mail.`)
  await expect(owner.getByText(messages.noWaitingQuestions)).toBeVisible()
  // The answer comes back, to be sent again.
  await owner.getByRole('button', { name: 'Desfazer' }).click()
  await expect(answer).toHaveText('Uma semana na geladeira.')
  await waiting.getByRole('button', { name: 'Enviar' }).click()
  await expect(owner.getByText(messages.noWaitingQuestions)).toBeVisible()

  await page.goto(`${school.base}/notificacoes`)
  await page
    .getByRole('list', { name: 'Notificações' })
    .getByRole('link', { name: /O que é fermentação/ })
    .click()
  await expect(page.getByText('Uma semana na geladeira.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Excluir' })).toHaveCount(0)
  await goTo(page, `${school.base}/pontos`)
  const earned = page.getByRole('listitem').filter({ hasText: 'Pergunta respondida' })
  await expect(earned.first()).toContainText('+5 pontos')
  await goTo(page, `${school.base}/favoritos`)
  await page.getByRole('link', { name: /O que é fermentação/ }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'O que é fermentação' })).toBeVisible()
})
