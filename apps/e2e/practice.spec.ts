import { expect } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { makeQuestion, publishExam } from './exams.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

test('a student fails a question, practises it on a phone, and passes; the home says no more of it', async ({
  open,
}) => {
  const school = await makeSchool()
  const explanation = '<p>O levain é uma cultura viva.</p>'
  await publishExam(school, [await makeQuestion(school, 'O levain é vivo?', { explanation })], { attempts: 2 })
  const page = await open({ viewport: { width: 390, height: 844 } }, await school.makeStudent('Ana Prado'))
  const attempt = async (act: string, answer: string) => {
    await page.goto(school.lesson)
    await page.getByRole('button', { name: act }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Começar' }).click()
    await page.getByLabel(answer).check()
    await page.getByRole('button', { name: 'Entregar' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entregar' }).click()
  }
  await attempt('Começar prova', 'Falso')
  await expect(page.getByText('Ainda não foi desta vez.', { exact: false })).toBeVisible()

  await page.goto(school.course)
  await expect(page.getByRole('link', { name: 'Treino · 1 questão' })).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'a course with practice')
  await page.goto(school.base)
  await page.getByRole('link', { name: /1 questão para revisar/ }).click()
  await expect(page.getByText('1 de 1', { exact: true })).toBeVisible()
  await expect(page.getByText('uma cultura viva')).toHaveCount(0)
  await settled(page)
  await checkSchemes(page, 'a question of practice')
  await page.keyboard.press('1')
  const answer = page.getByRole('button', { name: 'Responder' })
  await expect(answer).toBeInViewport()
  await answer.click()
  await expect(page.getByRole('status').getByText('Certo')).toBeVisible()
  await expect(page.getByText('uma cultura viva')).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'the verdict of practice')
  await page.getByRole('button', { name: 'Terminar' }).click()
  await expect(page.getByRole('heading', { name: 'Você acertou 1 de 1' })).toBeFocused()
  await settled(page)
  await checkSchemes(page, 'the end of practice')
  await page.getByRole('link', { name: 'Voltar ao curso' }).click()
  await expect(page.getByText(/^Treino em dia, a próxima em \d dias?$/)).toBeVisible()
  await page.goto(school.base)
  await expect(page.getByRole('heading', { level: 1, name: /^Olá/ })).toBeVisible()
  await expect(page.getByText('para revisar')).toHaveCount(0)
  await attempt('Tentar de novo', 'Verdadeiro')
  await expect(page.getByText('Você passou!')).toBeVisible()
})
