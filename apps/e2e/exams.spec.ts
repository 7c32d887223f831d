import { examPlanTexts } from '@escola/contract/exam-plan-texts'
import { expect } from '@playwright/test'
import { checkSchemes, checkWidth } from './axe.ts'
import { makeQuestion } from './exams.ts'
import { expectNotice } from './notices.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

test('an author builds an assessment of a question and a draw, publishes it with the course, and tries it', async ({
  open,
}) => {
  const school = await makeSchool()
  const { ownerToken } = school
  await makeQuestion(school, 'O sal entra por último?')
  await makeQuestion(school, 'O levain é vivo?', { tags: ['fermentação'] })
  const page = await open({ viewport: { width: 1280, height: 900 } }, ownerToken)
  await page.goto(school.lesson)
  const section = page.getByRole('region', { name: examPlanTexts.title })
  await section.getByRole('button', { name: examPlanTexts.begin }).click()
  await expect(section.getByText(examPlanTexts.empty)).toBeVisible()
  await section.getByRole('button', { name: 'Adicionar questões' }).click()
  const picker = page.getByRole('dialog', { name: 'Questões do banco' })
  await picker.getByRole('searchbox').fill('sal')
  await expect(picker.getByText('1 questão', { exact: true })).toBeVisible()
  await picker.getByRole('checkbox', { name: 'O sal entra por último?' }).check()
  await settled(page)
  await checkSchemes(page, 'questions of the bank to choose from', ['dark', 'light'], '[role="dialog"]')
  await picker.getByRole('button', { name: 'Adicionar 1 questão' }).click()
  await expect(section.getByText('1. O sal entra por último?')).toBeVisible()

  await section.getByRole('button', { name: 'Adicionar sorteio' }).click()
  const draw = page.getByRole('dialog', { name: 'Questões ao acaso' })
  await draw.getByLabel('Quantas questões').fill('1')
  await draw.getByRole('combobox', { name: 'Etiqueta' }).click()
  await page.getByRole('option', { name: 'fermentação' }).click()
  await settled(page)
  await checkSchemes(page, 'a draw', ['dark', 'light'], '[role="dialog"]')
  await draw.getByRole('button', { name: 'Adicionar sorteio' }).click()
  await expect(section.getByText('2. 1 ao acaso de “fermentação”')).toBeVisible()
  await section.getByLabel('Pontos da parte 1').fill('1,5')
  await expect(section.getByText('2 questões · 2,5 pontos')).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'an assessment that is being written', ['dark', 'light'])

  await page.getByRole('button', { name: 'Publicar alterações' }).click()
  await expectNotice(page, 'Alterações publicadas!')
  await expect(section.getByText(/publicada em/)).toBeVisible()

  await section.getByRole('button', { name: 'Experimentar' }).click()
  const trial = page.getByRole('dialog', { name: 'Experimentar a avaliação' })
  await trial.getByRole('region', { name: 'Questão 1' }).getByLabel('Verdadeiro').check()
  await trial.getByRole('region', { name: 'Questão 2' }).getByLabel('Falso').check()
  await trial.getByRole('button', { name: 'Corrigir' }).click()
  await expect(trial.getByText(/1,5 de 2,5 \(60%\) · não passaria/)).toBeVisible()
  await expect(trial.getByText('Escolhida, errada')).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'a trial that was corrected', ['dark', 'light'], '[role="dialog"]')
  await trial.getByRole('button', { name: 'Fechar' }).last().click()

  await page.setViewportSize({ width: 390, height: 844 })
  await settled(page)
  await checkWidth(page, 'an assessment that is being written, 390 px')
  await page.goto(`${school.lesson}?student=draft`)
  const card = page.getByRole('region', { name: 'Prova' })
  await expect(card.getByRole('button', { name: 'Experimentar' })).toBeVisible()
  await settled(page)
  await checkSchemes(page, 'an assessment in the preview of its lesson', ['dark', 'light'])
})
