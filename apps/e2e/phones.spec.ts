import { cohorts } from '@escola/contract/cohorts.contract'
import { phoneTexts } from '@escola/contract/phones'
import { studentTexts } from '@escola/contract/student-texts'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'

test('a student is found by the telephone from which they write, and its country stays theirs', async ({ open }) => {
  const { base, schoolId, cohortId, ownerToken } = await makeSchool()
  const owner = callsOf(ownerToken)
  const add = (name: string, cellphone: string) =>
    owner(cohorts.addStudent, {
      params: { schoolId, id: cohortId },
      body: { name, email: `${name.split(' ')[0]}@${schoolId}.telefones.example`, cellphone },
    })
  await add('Ana Moreira', '(11) 98765-4321')
  await add('Bruno Reis', '(21) 98765-4321')
  await add('Rosa Quispe', '+51 987 654 321')

  const page = await open({ viewport: { width: 390, height: 844 } }, ownerToken)
  await page.goto(`${base}/alunos`)
  const search = page.getByLabel('Buscar aluno por nome, e-mail ou telefone')
  const names = page.getByRole('table', { name: 'Alunos da escola' }).getByRole('link')
  await search.fill('+55 11 98765-4321')
  await expect(names).toHaveText(['Ana Moreira'])
  await search.fill('98765-4321')
  await expect(names).toHaveCount(3)
  await search.fill('+51 987 654 321')
  await expect(names).toHaveText(['Rosa Quispe'])
  await checkSchemes(page, 'a student found by telephone')
  await names.click()
  await expect(page.getByText('+51 987 654 321', { exact: false }).first()).toBeVisible()
  await expect(page.getByRole('link', { name: 'WhatsApp' })).toHaveAttribute('href', /^https:\/\/wa\.me\/51987654321\?/)

  await page.getByRole('button', { name: 'Link de acesso' }).click()
  await page.getByRole('menuitem', { name: 'Enviar por SMS' }).click()
  const dialog = page.getByRole('dialog', { name: 'Enviar por SMS' })
  await dialog.getByRole('button', { name: 'Enviar SMS' }).click()
  await expect(dialog.getByText(studentTexts.confirmNumber('+51 987 654 321, Peru'))).toBeVisible()
  await checkSchemes(page, 'a number that is to be confirmed')
  await dialog.getByRole('checkbox').check()
  await dialog.getByRole('button', { name: 'Enviar SMS' }).click()
  await expect(dialog.getByText(studentTexts.smsCountry)).toBeVisible()
  await dialog.getByRole('button', { name: 'Cancelar' }).click()

  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Corrigir nome e telefone' }).click()
  const correction = page.getByRole('dialog', { name: 'Corrigir nome e telefone' })
  await correction.getByLabel('Telefone').fill('13055550123')
  await correction.getByRole('button', { name: 'Salvar' }).click()
  await expect(correction.getByText(phoneTexts.noCountry)).toBeVisible()
})
