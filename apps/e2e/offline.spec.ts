import { expect, type Page } from '@playwright/test'
import { addressesOf } from './built-files.ts'
import { makeSchool } from './school.ts'
import { quiet, test } from './visitor.ts'

/** A student without a connection keeps what they do, and the page stays whatever they touch. */
let school: Awaited<ReturnType<typeof makeSchool>>
let page: Page

test.beforeAll(async () => {
  school = await makeSchool()
})

test.beforeEach(async ({ open }) => {
  // Each test has a student of its own, who has completed nothing yet.
  page = await open({ viewport: { width: 1280, height: 800 } }, await school.makeStudent('Ana Paula Prado'))
})

const wish = (name: 'Marcar como concluída' | 'Concluída') => page.getByRole('button', { name, exact: true })
const waits = () => page.getByText('Sem conexão: a marcação está guardada')
const isMark = (response: { url: () => string; ok: () => boolean }) =>
  response.url().endsWith('/student/content/metadata') && response.ok()

async function openUnfinished() {
  await page.goto(school.lesson)
  await expect(wish('Marcar como concluída')).toBeEnabled()
  // The code for error messages must be loaded before the connection is cut.
  await quiet(page)
}

test('a lesson marked without a connection is sent when there is one again', async () => {
  await openUnfinished()
  await page.context().setOffline(true)
  await wish('Marcar como concluída').click()
  await expect(wish('Concluída')).toBeVisible()
  await expect(waits()).toBeVisible()
  await Promise.all([page.waitForResponse(isMark), page.context().setOffline(false)])
  await expect(waits()).toHaveCount(0)
  await page.reload()
  await expect(wish('Concluída')).toBeVisible()
})

test('a lesson marked without a connection outlives its page', async () => {
  await openUnfinished()
  await page.context().setOffline(true)
  await wish('Marcar como concluída').click()
  await expect(waits()).toBeVisible()
  const context = page.context()
  await page.close()
  await context.setOffline(false)
  page = await context.newPage()
  // The next visit may begin at any page.
  await Promise.all([page.waitForResponse(isMark), page.goto(`${school.base}/certificados`)])
  await page.goto(school.lesson)
  await expect(wish('Concluída')).toBeVisible()
})

for (const [what, isFetched] of [
  ['a course finished without a connection is celebrated by what was fetched ahead', true],
  ['a course finished without a connection is celebrated in words where nothing could be fetched ahead', false],
] as const)
  test(what, async () => {
    const celebration = addressesOf('course-finished')
    if (!isFetched) await page.context().route(celebration, (route) => route.abort())
    await openUnfinished()
    const ahead = isFetched
      ? page.waitForResponse(celebration)
      : page.waitForEvent('requestfailed', (each) => celebration.test(each.url()))
    await wish('Marcar como concluída').click()
    await ahead
    await page.getByRole('link', { name: 'Próxima aula' }).click()
    await expect(wish('Marcar como concluída')).toBeEnabled()
    await quiet(page)
    await page.context().setOffline(true)
    await wish('Marcar como concluída').click()
    await expect(
      page.getByRole('status').filter({ hasText: isFetched ? 'Você concluiu todas as aulas' : 'Curso finalizado' }),
    ).toBeVisible()
  })

test('links touched without a connection leave the page as it is', async () => {
  await page.goto(school.base)
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
  await quiet(page)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.context().setOffline(true)
  const link = page.getByRole('link', { name: 'Meus certificados' })
  await Promise.all([page.waitForEvent('requestfailed'), link.hover()])
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
  await link.click()
  await expect(page.getByText('Sem conexão. Verifique a sua internet e tente novamente')).toBeVisible()
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await page.getByRole('link', { name: 'Ir para o início' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
  expect(loads).toBe(0)
  await link.click()
  await expect(page.getByRole('button', { name: 'Tentar novamente' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Meus certificados' })).toBeVisible()
})

test('a course whose page was never here says so inside the frame, and comes when there is a connection', async () => {
  await page.goto(school.base)
  const course = page.getByRole('main').getByRole('link', { name: /Pão de cada dia/ })
  await expect(course).toBeVisible()
  await quiet(page)
  await page.context().setOffline(true)
  await course.click()
  await expect(page.getByText('Sem conexão. Verifique a sua internet e tente novamente')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Meus certificados' })).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Pão de cada dia' })).toBeVisible()
})

test('what fails without a connection says so', async () => {
  await page.goto(school.withFile)
  await expect(page.getByRole('heading', { name: 'Arquivos' })).toBeVisible()
  await quiet(page)
  await page.context().setOffline(true)
  await page.getByRole('button', { name: /Diário do levain/ }).click()
  // Questions below, which had not come yet, show the failure in their own place.
  await expect(page.getByRole('alert').filter({ hasText: /^Sem conexão/ })).toBeVisible()
})

test('what is below a text stays where it is while the text comes', async () => {
  const arrival = Promise.withResolvers<void>()
  await page.context().route(addressesOf('safe-html'), async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(school.withFile)
  const below = page.getByRole('heading', { name: 'Arquivos' })
  const top = async () => (await below.boundingBox())!.y
  await expect(below).toBeVisible()
  const before = await top()
  arrival.resolve()
  await expect(page.getByRole('listitem').filter({ hasText: 'Um pote de vidro' })).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(24)
})
