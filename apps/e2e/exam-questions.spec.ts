import { examQuestionTexts } from '@escola/contract/exam-question-texts'
import { kindLabels } from '@escola/contract/exam-questions.contract'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { coverPhoto } from './materials.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const field = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true })

/** Field of several short texts, whose list of suggestions has the same label. */
const written = (page: Page, label: string) => page.locator('input').and(page.getByLabel(label, { exact: true }))

/** Opens a new question, and writes its statement and kind. */
async function begin(page: Page, base: string, kind: string, statement: string) {
  await page.goto(`${base}/questoes/criar`)
  await field(page, 'Enunciado').click()
  await page.keyboard.type(statement)
  await page.getByLabel('Tipo', { exact: true }).selectOption({ label: kind })
}
async function save(page: Page) {
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(examQuestionTexts.saved)).toBeVisible()
  await expect(page).toHaveURL(/\/questoes\/\d+$/)
}
async function writeOptions(page: Page, texts: string[], right: number[]) {
  for (const [at, text] of texts.entries()) {
    await field(page, `Opção ${at + 1}`).click()
    await page.keyboard.type(text)
  }
  for (const at of right) await page.getByLabel(`Opção ${at} é certa`).check()
}

test('an owner writes a question of each kind, with a picture and a formula, and finds it again', async ({ open }) => {
  const { base, ownerToken } = await makeSchool()
  const page = await open({ viewport: { width: 1280, height: 900 } }, ownerToken)

  await begin(page, base, kindLabels.one, 'Quanto pesa o pão?')
  await page.getByRole('toolbar', { name: 'Formatação: Enunciado' }).getByRole('button', { name: 'Fórmula' }).click()
  await page.getByLabel('Fórmula em TeX').fill('\\frac{a}{b}')
  await expect(page.getByRole('dialog').locator('.katex')).toBeVisible()
  await page.getByRole('button', { name: 'Inserir fórmula' }).click()
  await expect(field(page, 'Enunciado').locator('.katex')).toBeVisible()
  await page.getByRole('toolbar', { name: 'Formatação: Enunciado' }).getByRole('button', { name: 'Imagem' }).click()
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Arquivo jpeg ou png' }).click()
  await (await chooser).setFiles({ name: 'pao.png', mimeType: 'image/png', buffer: await coverPhoto() })
  await page.getByRole('button', { name: 'Inserir imagem' }).click()
  await expect(page.getByText(examQuestionTexts.altMissing)).toBeVisible()
  await page.getByLabel('Descrição da imagem').fill('Um pão na balança')
  await page.getByRole('button', { name: 'Inserir imagem' }).click()
  await expect(page.getByRole('img', { name: 'Um pão na balança' })).toBeVisible()
  await writeOptions(page, ['Um quilo', 'Dez quilos'], [1])
  await written(page, 'Etiquetas').fill('balança')
  await page.keyboard.press('Enter')
  await checkSchemes(page, 'a question that is being written', ['dark', 'light'])
  await save(page)
  await page.getByRole('button', { name: 'Ver como aluno' }).click()
  const preview = page.getByRole('dialog', { name: 'Como o aluno vê' })
  await expect(preview.locator('.katex').first()).toBeVisible()
  await expect(preview.getByRole('img', { name: 'Um pão na balança' })).toBeVisible()
  await settled(page)

  await begin(page, base, kindLabels.several, 'O que vai na massa?')
  await writeOptions(page, ['Farinha', 'Água'], [1, 2])
  await save(page)
  await begin(page, base, kindLabels.truth, 'O sal retarda a fermentação.')
  await page.getByLabel('Verdadeira').check()
  await save(page)
  await begin(page, base, kindLabels.number, 'Qual a hidratação?')
  await page.getByLabel('Resposta certa').fill('78,5')
  await page.getByLabel('Unidade').fill('%')
  await save(page)
  await begin(page, base, kindLabels.text, 'Como se chama o descanso?')
  await written(page, 'Respostas aceitas').fill('autólise')
  await page.keyboard.press('Enter')
  await save(page)

  await page.getByRole('link', { name: 'Questões' }).first().click()
  await expect(page.getByText('5 questões')).toBeVisible()
  await page.getByRole('combobox', { name: 'Tipo' }).click()
  await page.getByRole('option', { name: kindLabels.number }).click()
  await expect(page.getByText('1 questão')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Qual a hidratação?' })).toBeVisible()
  await page.goto(`${base}/questoes?search=balan%C3%A7a`)
  await expect(page.getByRole('link', { name: /Quanto pesa o pão/ })).toBeVisible()
  await expect(page.getByText('1 questão')).toBeVisible()
})
