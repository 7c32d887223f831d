import { cohorts } from '@escola/contract/cohorts.contract'
import { searchTexts } from '@escola/contract/search.contract'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { enter, tabTo } from './keyboard.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'

/** Journeys without a pointer. A course is studied so in study.spec.ts. */
const desk = { viewport: { width: 1280, height: 800 } }
let school: Awaited<ReturnType<typeof makeSchool>>

test.beforeAll(async () => {
  school = await makeSchool()
})

test('a student skips the menu, and asks a question', async ({ open }) => {
  const name = 'Íris Tavares'
  const page = await open(desk, await school.makeStudent(name))
  await page.goto(school.lesson)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Pular para o conteúdo' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()

  // The questions come once they are in view, which every key that scrolls brings about.
  await page.keyboard.press('End')
  const ask = page.getByRole('button', { name: 'Fazer uma pergunta' })
  await enter(page, ask)
  const field = page.getByRole('textbox', { name: 'Sua pergunta' })
  await expect(field).toBeFocused()
  await page.keyboard.type('Posso usar centeio?')
  await enter(page, page.getByRole('button', { name: 'Enviar' }))
  await expect(page.getByRole('article', { name: `Pergunta de ${name}` })).toContainText('Posso usar centeio?')
  await expect(page.getByRole('status').filter({ hasText: /^Pergunta enviada/ })).toBeVisible()
  await expect(ask).toBeFocused()
})

test('an owner finds a student by the search, and gives them a month more', async ({ open }) => {
  const { base, schoolId, cohortId, ownerToken } = school
  const body = { term: { kind: 'days', count: 10 } } as const
  await callsOf(ownerToken)(cohorts.update, { params: { schoolId, id: cohortId }, body })
  const name = 'Ondina Prates'
  await school.makeStudent(name)
  const page = await open(desk, ownerToken)
  await page.goto(`${base}/turmas`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('/')
  await expect(page.getByRole('combobox', { name: searchTexts.placeholder })).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name: new RegExp(name) })).toBeVisible()
  // A slow machine is asked for the first letters, too, which find lessons besides; the count is told once the whole name has been answered.
  await expect(page.getByRole('status').filter({ hasText: /^1 resultado$/ })).toHaveCount(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  const classes = page.getByRole('region', { name: 'Turmas' })
  const change = classes.getByRole('button', { name: /^Mudar prazo em/ })
  await enter(page, change)
  const dialog = page.getByRole('dialog', { name: /^Prazo em/ })
  const month = dialog.getByRole('button', { name: /^\+30 dias/ })
  await enter(page, month)
  await expect(month).toHaveAttribute('aria-pressed', 'true')
  const day = /\(([\d/]+)\)/.exec((await month.textContent())!)![1]!
  await tabTo(page, dialog.getByRole('button', { name: 'Salvar' }))
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(classes.getByText(new RegExp(`até ${day}`))).toBeVisible()
  await expect(change).toBeFocused()
})
