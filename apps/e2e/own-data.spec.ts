import { readFile } from 'node:fs/promises'
import { messages } from '@escola/contract/messages'
import { ownDataTitle } from '@escola/contract/titles'
import { expect } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { linkFromMail } from './mailbox.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

test('a student copies their data, asks for their account to be deleted, and takes it back by the mail', async ({
  open,
}) => {
  const { base, schoolId, makeStudent } = await makeSchool()
  const page = await open({ viewport: { width: 390, height: 844 } }, await makeStudent('Ana Prado'))
  await page.goto(`${base}/minha-conta`)
  await page.getByRole('link', { name: ownDataTitle }).click()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Baixar meus dados' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^meus-dados-.*\.json$/)
  const copy = JSON.parse(await readFile(await file.path(), 'utf8'))
  expect(copy).toMatchObject({
    users: [{ name: 'Ana Prado' }],
    schools: [{ id: schoolId }],
  })
  expect(copy.schools[0].enrollments).toContainEqual(expect.objectContaining({ cohort: 'Turma de estreia' }))

  await page.getByRole('button', { name: /^Ler Termos e Condições/ }).click()
  await expect(page.getByRole('combobox', { name: 'Versões deste texto' })).toBeVisible()
  await checkSchemes(page, 'a text that was accepted')
  await page.keyboard.press('Escape')

  const deleting = page.getByRole('region', { name: 'Excluir minha conta' })
  await deleting.getByRole('button').click()
  const question = page.getByRole('dialog', { name: messages.areYouSure })
  await question.getByRole('button', { name: 'Excluir minha conta' }).click()
  await expect(deleting.getByText(/^A sua conta será excluída em/)).toBeVisible()
  await checkSchemes(page, 'an account that is to be deleted')
  await goTo(page, `${base}/cursos`)
  await expect(page.getByText(/^A sua conta será excluída em/)).toBeVisible()
  await checkSchemes(page, 'a page of an account that is to be deleted')

  const link = await linkFromMail(copy.users[0].email, '/minha-conta/dados')
  await page.goto(new URL(link).pathname)
  await page.getByRole('button', { name: 'Desistir da exclusão' }).click()
  await expect(page.getByText('Pronto: a sua conta continua.')).toBeVisible()
  await expect(deleting.getByRole('button', { name: 'Excluir minha conta' })).toBeVisible()
})
