import { examImportTexts } from '@escola/contract/exam-import-texts'
import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { expect } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const question = (at: number) => `
  <question type="multichoice">
    <name><text>Questão ${at}</text></name>
    <questiontext format="html"><text><![CDATA[<p>Quantos gramas tem o pão ${at}?</p>]]></text></questiontext>
    <single>true</single><shuffleanswers>true</shuffleanswers>
    <answer fraction="100" format="html"><text><![CDATA[<p>${at * 10}</p>]]></text></answer>
    <answer fraction="0" format="html"><text><![CDATA[<p>${at * 10 + 5}</p>]]></text></answer>
    <tags><tag><text>pesos</text></tag></tags>
  </question>`
const cloze = `<question type="cloze"><name><text>Lacuna</text></name>
  <questiontext format="html"><text>O pão {1:SA:=cresce}.</text></questiontext></question>`
const file = `<?xml version="1.0" encoding="UTF-8"?><quiz>${Array.from({ length: 30 }, (_, at) => question(at + 1)).join('')}${cloze}</quiz>`

for (const viewport of [
  { width: 390, height: 844 },
  { width: 1280, height: 900 },
])
  test(`an author imports 30 questions from Moodle and publishes a draw of them, at ${viewport.width} px`, async ({
    open,
  }) => {
    const school = await makeSchool()
    const page = await open({ viewport }, school.ownerToken)
    await page.goto(`${school.base}/questoes`)
    await page.getByRole('button', { name: 'Importar e exportar' }).click()
    await page.getByRole('menuitem', { name: examImportTexts.title }).click()
    await expect(page.getByRole('heading', { level: 1, name: examImportTexts.title })).toBeVisible()
    await settled(page)
    await checkSchemes(page, 'where a file is sent', ['dark', 'light'])
    await page
      .locator('input[type=file]')
      .setInputFiles({ name: 'moodle.xml', mimeType: 'application/xml', buffer: Buffer.from(file) })

    await expect(page.getByText('30 questões estão prontas · 1 não pode ser importada')).toBeVisible()
    await page.getByRole('button', { name: 'Não importadas: 1' }).click()
    await expect(page.getByText('Tipo: “lacunas (cloze)” não existe aqui')).toBeVisible()
    await settled(page)
    await checkSchemes(page, 'a checked file', ['dark', 'light'])
    await page.getByRole('button', { name: examImportTexts.confirm(30) }).click()
    await expect(page.getByText('30 questões entraram no banco.')).toBeVisible()
    await checkSchemes(page, 'an import that has ended', ['dark', 'light'])
    await page.getByRole('link', { name: 'Ver as questões' }).click()
    await expect(page.getByText('30 questões', { exact: true }).first()).toBeVisible()

    await page.goto(school.lesson)
    const section = page.getByRole('region', { name: examPlanTexts.title })
    await section.getByRole('button', { name: examPlanTexts.begin }).click()
    await section.getByRole('button', { name: 'Adicionar sorteio' }).click()
    const draw = page.getByRole('dialog', { name: 'Questões ao acaso' })
    await draw.getByLabel('Quantas questões').fill('5')
    await draw.getByRole('combobox', { name: 'Etiqueta' }).click()
    await page.getByRole('option', { name: 'pesos' }).click()
    await draw.getByRole('button', { name: 'Adicionar sorteio' }).click()
    await expect(section.getByText('1. 5 ao acaso de “pesos”')).toBeVisible()
    await settled(page)
    await page.getByRole('button', { name: 'Publicar alterações' }).click()
    await expect(page.getByText('Alterações publicadas!')).toBeVisible()
  })

test('an author undoes an import', async ({ open }) => {
  const school = await makeSchool()
  const page = await open({ viewport: { width: 1280, height: 900 } }, school.ownerToken)
  await page.goto(`${school.base}/questoes/importar`)
  await page.getByLabel('Colar questões').fill('1. O pão cresce?\na) Sim*\nb) Não\n\n2. O sal adoça?\na) Sim\nb) Não*')
  await page.getByRole('button', { name: 'Conferir o texto' }).click()
  await page.getByRole('button', { name: examImportTexts.confirm(2) }).click()
  await expect(page.getByText('2 questões entraram no banco.')).toBeVisible()
  await page.getByRole('button', { name: 'Desfazer importação' }).click()
  const asked = page.getByRole('dialog', { name: 'Desfazer a importação?' })
  await expect(asked.getByText('2 questões saem do banco.')).toBeVisible()
  await asked.getByRole('button', { name: 'Desfazer importação' }).click()
  await expect(page.getByText('Importação desfeita: 2 questões saíram do banco.')).toBeVisible()
})
