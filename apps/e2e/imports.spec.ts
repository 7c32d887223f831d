import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { width: 390, height: 844 }

const checkBoth = (page: Page, where: string) => checkSchemes(page, where, ['dark', 'light'])

test('a pasted list is corrected, imported, and undone', async ({ open }) => {
  const { base, cohortId, ownerToken } = await makeSchool()
  const page = await open(desk, ownerToken)
  await page.goto(`${base}/turma/${cohortId}`)
  await page.getByRole('button', { name: 'Importar alunos' }).click()
  const wizard = page.getByRole('dialog', { name: 'Importar alunos' })
  const run = randomUUID().slice(0, 8)
  await wizard
    .getByLabel('Colar lista')
    .fill(`Rosa Lima; rosa.${run}@gmial.com\nJoana Prado; joana.${run}@padaria.example\nSem Endereço; joana@`)
  await checkBoth(page, 'the pasted list')
  await wizard.getByRole('button', { name: 'Ver a lista' }).click()
  await expect(wizard.getByText('2 pessoas novas na escola')).toBeVisible()
  const typo = wizard.getByRole('region', { name: '1 e-mail parece ter erro de digitação' })
  await page.setViewportSize(phone)
  await checkBoth(page, 'the verdicts on a phone')
  await page.setViewportSize(desk.viewport)
  await typo.getByRole('button', { name: `Trocar por rosa.${run}@gmail.com` }).click()
  await expect(typo).toHaveCount(0)
  await wizard.getByRole('button', { name: 'Recusados: 1' }).click()
  await expect(wizard.getByRole('cell', { name: 'E-mail inválido' })).toBeVisible()
  await wizard.getByRole('button', { name: 'Importar 2 alunos' }).click()

  const entry = page.getByRole('article', { name: 'Importação de Lista colada' })
  await expect(entry.getByText('2 novos · 0 já matriculados · 1 recusado')).toBeVisible()
  await expect(page.getByRole('cell', { name: `rosa.${run}@gmail.com` })).toBeVisible()

  // Joana is added by hand as well, so that something else keeps her.
  await page.getByRole('button', { name: 'Adicionar aluno' }).click()
  const adding = page.getByRole('dialog')
  await adding.getByLabel('Nome').fill('Joana Prado')
  await adding.getByLabel('E-mail').fill(`joana.${run}@padaria.example`)
  await adding.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await expect(adding).toHaveCount(0)

  await entry.getByRole('button', { name: 'Desfazer importação' }).click()
  const question = page.getByRole('dialog', { name: 'Desfazer a importação de Lista colada?' })
  await expect(
    question.getByText(/^1 aluno sai da turma.*1 continua, porque tem acesso por outro motivo/),
  ).toBeVisible()
  await expect(question.getByRole('button', { name: 'Cancelar' })).toBeFocused()
  await checkBoth(page, 'the question')
  await question.getByRole('button', { name: 'Desfazer importação' }).click()
  const outcome = /1 aluno saiu da turma; 1 continua, porque tem acesso por outro motivo/
  await expect(entry.getByText(outcome)).toBeVisible()
  await expect(page.getByRole('cell', { name: `rosa.${run}@gmail.com` })).toHaveCount(0)
  await expect(page.getByRole('cell', { name: `joana.${run}@padaria.example` })).toBeVisible()
  await checkBoth(page, 'an import that was undone')
})
