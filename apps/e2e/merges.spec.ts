import { randomUUID } from 'node:crypto'
import { errors } from '@escola/contract/errors'
import { mergeTexts } from '@escola/contract/merges.contract'
import { students } from '@escola/contract/students.contract'
import { expect } from '@playwright/test'
import { waitForAccess } from './access.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { mailsTo } from './mailbox.ts'
import { acceptInvitation, makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

test('a student of two e-mails becomes one, is two again, and gets the right address', async ({ open }) => {
  const school = await makeSchool()
  const { base, course, schoolId, ownerToken, makeStudent } = school
  await makeStudent('Maria Prado')
  const secondToken = await makeStudent('Maria P')
  const { students: found } = await callsOf(ownerToken)(students.list, { params: { schoolId } })
  const of = (name: string) => found.list.find((each) => each.name === name)!
  const [first, second] = [of('Maria Prado'), of('Maria P')]

  const page = await open({ viewport: { width: 1280, height: 800 } }, ownerToken)
  await page.goto(`${base}/aluno/${first.link}`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Juntar com outro aluno' }).click()
  const merging = page.getByRole('dialog', { name: 'Juntar com outro aluno' })
  await merging.getByLabel('Procurar o outro aluno').fill('Maria')
  await merging.getByRole('button', { name: second.email }).click()
  await expect(merging.getByText('1 turma', { exact: true })).toBeVisible()
  await checkSchemes(page, 'what a merging brings along')
  await merging.getByRole('button', { name: 'Juntar cadastros' }).click()
  await expect(page.getByText(mergeTexts.merged)).toBeVisible()
  await expect(page.getByText(`O cadastro de Maria P (${second.email}) foi juntado a este.`)).toBeVisible()
  await checkSchemes(page, 'a student with a merging')
  for (const { email } of [first, second]) await expect.poll(() => mailsTo(email)).toHaveLength(2)
  // The other student's page leads here.
  await goTo(page, `${base}/aluno/${second.link}`)
  await expect(page).toHaveURL(new RegExp(`/aluno/${first.link}$`))

  const other = await open({ viewport: { width: 390, height: 844 } }, secondToken)
  await other.goto(`${base}/cadastro`)
  await other.getByRole('button', { name: 'Entrar nesta escola' }).click()
  await expect(other.getByText(errors.account_merged.pt)).toBeVisible()

  await page.getByRole('button', { name: 'Desfazer' }).click()
  const question = page.getByRole('dialog', { name: 'Desfazer' })
  await question.getByRole('button', { name: 'Desfazer' }).click()
  await expect(page.getByText(mergeTexts.undone)).toBeVisible()
  await waitForAccess(school, secondToken, true)
  await other.goto(course)
  await expect(other.getByRole('heading', { level: 1, name: 'Pão de cada dia' })).toBeVisible()

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Corrigir e-mail' }).click()
  const correcting = page.getByRole('dialog', { name: 'Corrigir e-mail' })
  const email = `${randomUUID().slice(0, 8)}@certa.example`
  await correcting.getByLabel('E-mail certo').fill(email)
  await correcting.getByRole('button', { name: 'Continuar' }).click()
  await expect(correcting.getByText(mergeTexts.correctionDoes)).toBeVisible()
  await checkSchemes(page, 'a corrected e-mail')
  await correcting.getByRole('button', { name: 'Corrigir e-mail' }).click()
  await expect(page.getByText(mergeTexts.corrected)).toBeVisible()
  await expect(page.getByRole('link', { name: email })).toBeVisible()
  const token = await acceptInvitation({ name: 'Maria Prado', email })
  const invited = await open({ viewport: { width: 390, height: 844 } }, token)
  await invited.goto(course)
  await expect(invited.getByRole('heading', { level: 1, name: 'Pão de cada dia' })).toBeVisible()
})
