import { courses } from '@escola/contract/courses.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect, type Locator } from '@playwright/test'
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

test('the longest of words ends in the cover that is drawn of it', async ({ open }) => {
  const { base, schoolId, degree, ownerToken, makeStudent } = await makeSchool()
  const title = 'Pneumoultramicroscopicossilicovulcanoconiose'.repeat(2)
  const owner = callsOf(ownerToken)
  const params = { schoolId, link: degree.link }
  const { version } = (await owner(courses.get, { params })).degree
  const { degree: saved } = await owner(courses.save, { params, body: { id: degree.id, version, title } })
  await owner(courses.publish, { params: { schoolId, link: saved.link }, body: { id: degree.id } })
  const page = await open({ viewport }, await makeStudent('Ana Paula Prado'))
  await page.goto(base)
  const drawn = page.locator('main').locator('[aria-hidden=true]').filter({ hasText: title }).first()
  await expect(drawn).toBeVisible()
  const { across, right, frame } = await drawn.evaluate((text) => ({
    across: text.scrollWidth - text.clientWidth,
    right: text.getBoundingClientRect().right,
    frame: text.parentElement!.getBoundingClientRect().right,
  }))
  expect(across).toBe(0)
  expect(right).toBeLessThan(frame)
})
