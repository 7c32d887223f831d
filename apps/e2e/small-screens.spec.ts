import { courses } from '@escola/contract/courses.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, type Locator } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { callsOf } from './api.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

/** A window of 1280 px is this wide at four times its size. */
const viewport = { width: 320, height: 640 }

/** Measures how much of a text lies outside of its box, across. */
const hiddenOf = (texts: Locator) =>
  texts.evaluateAll((all) => Math.max(...all.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)))

test('a student on the smallest of screens reads the buttons of a lesson and the names of a ranking', async ({
  open,
}) => {
  const { base, schoolId, lesson, ownerToken, makeStudent } = await makeSchool()
  await callsOf(ownerToken)(schools.update, { params: { schoolId }, body: { has_rank: true } })
  const page = await open({ viewport }, await makeStudent('Maximiliana Wanderley'))
  const warned: string[] = []
  page.on('console', (message) => warned.push(message.text()))
  await page.goto(lesson)
  await page.getByRole('button', { name: 'Marcar como concluída' }).click()
  const next = page.getByRole('link', { name: 'Próxima aula' })
  await expect(next).toBeVisible()
  expect(await hiddenOf(next.locator('span'))).toBe(0)
  await settled(page)
  expect(warned.filter((text) => /allow/i.test(text))).toEqual([])

  await page.goto(`${base}/rank`)
  const name = page.getByText('Maximiliana Wanderley (você)')
  await expect(name).toBeVisible()
  expect(await hiddenOf(name)).toBe(0)
  // Whole words stand one under the other.
  expect(
    await name.evaluate((text) => text.clientHeight / Number.parseFloat(getComputedStyle(text).lineHeight)),
  ).toBeLessThan(3.5)
})

test('an owner on the smallest of screens reads where the steps from a lesson lead', async ({ open }) => {
  const { withFile, ownerToken } = await makeSchool(['https://vimeo.com/1084537'])
  const page = await open({ viewport }, ownerToken)
  await page.goto(withFile)
  for (const name of ['Aula anterior', 'Próxima aula']) {
    const step = page.getByRole('link', { name })
    await expect(step).toBeVisible()
    expect(await hiddenOf(step.locator('span'))).toBe(0)
  }
})

test('the longest of words breaks beside the cover that has its first letter', async ({ open }) => {
  const { base, schoolId, degree, ownerToken, makeStudent } = await makeSchool()
  const title = 'Pneumoultramicroscopicossilicovulcanoconiose'.repeat(2)
  const owner = callsOf(ownerToken)
  const params = { schoolId, link: degree.link }
  const { version } = (await owner(courses.get, { params })).degree
  const { degree: saved } = await owner(courses.save, { params, body: { id: degree.id, version, title } })
  await owner(courses.publish, { params: { schoolId, link: saved.link }, body: { id: degree.id } })
  const page = await open({ viewport }, await makeStudent('Ana Paula Prado'))
  await page.goto(base)
  await expect(page.locator('main [data-initial=P]').first()).toBeVisible()
  await expect(page.getByRole('main').getByText(title).first()).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('the button of a dialog stays under the finger while its field asks about a mistyped e-mail', async ({ open }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await open(phone, await tokenOf('owner'))
  await page.goto(`${accountOf('owner').url}/aluno/4`)
  await page.getByRole('button', { name: 'Mais ações' }).click()
  await page.getByRole('menuitem', { name: 'Corrigir e-mail' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('E-mail certo').fill(`${'maria.das.dores'.repeat(3)}@gmial.com`)
  const button = dialog.getByRole('button', { name: 'Continuar' })
  await settled(page)
  const before = await button.boundingBox()
  await dialog.getByLabel('E-mail certo').blur()
  const question = dialog.getByRole('button', { name: /^Você quis dizer/ })
  await expect(question).toBeVisible()
  expect(await button.boundingBox()).toEqual(before)
  expect(await hiddenOf(question)).toBeLessThanOrEqual(0)
  await question.click()
  await expect(dialog.getByLabel('E-mail certo')).toHaveValue(/@gmail\.com$/)
})

test('a phone shows the first question, sale and student without scrolling', async ({ open }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await open(phone, await tokenOf('owner'))
  await page.goto(`${accountOf('owner').url}/comunidade`)
  const name = page.getByRole('row').nth(1).locator('[data-heading]')
  const first = [
    ['Comunidade', name],
    ['Vendas', page.getByRole('region', { name: 'Para resolver' }).getByRole('listitem').first().locator('strong')],
    ['Alunos', name],
  ] as const
  const bar = page.getByRole('navigation', { name: 'Atalhos' })
  for (const [label, shown] of first) {
    await bar.getByText(label, { exact: true }).click()
    await expect(shown).toBeVisible()
    await settled(page)
    const { y, height } = (await shown.boundingBox())!
    expect(y + height, label).toBeLessThan(500)
  }
})
