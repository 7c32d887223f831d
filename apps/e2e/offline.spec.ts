import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { accountOf } from './accounts.ts'

/** On a bus: what a student does without a connection is kept, and the page stays whatever they touch. */
const student = accountOf('student')
const lesson = `${student?.url}/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural`
const withFile = `${student?.url}/c/fermentacao-natural-do-zero/criando-o-levain-em-sete-dias`

let context: BrowserContext
let page: Page

test.beforeEach(async ({ browser }) => {
  context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'pt-BR' })
  // Players are somebody else's pages and are not reached from a test.
  await context.route(/youtube-nocookie|vimeo|loom/, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><html lang="pt-BR"><title>Vídeo</title>' }),
  )
  page = await context.newPage()
  await page.goto(`${student.url}/login`)
  await page.getByLabel('E-mail').fill(student.email)
  await page.getByLabel('Senha', { exact: true }).fill(student.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Olá')
})
test.afterEach(() => context.close())

const wish = (name: 'Marcar como concluída' | 'Concluída') => page.getByRole('button', { name, exact: true })
const waits = () => page.getByText('Sem conexão: a marcação está guardada')
const isMark = (response: { url: () => string; ok: () => boolean }) =>
  response.url().endsWith('/student/content/metadata') && response.ok()

/** Opens the lesson as one that is not complete, whatever was so before. */
async function openUnfinished() {
  await page.goto(lesson)
  const isComplete = wish('Concluída')
  await expect(isComplete.or(wish('Marcar como concluída'))).toBeEnabled()
  if (await isComplete.isVisible()) {
    await Promise.all([page.waitForResponse(isMark), isComplete.click()])
  }
  await expect(wish('Marcar como concluída')).toBeEnabled()
  // What says that something failed is here before it is needed.
  await page.waitForLoadState('networkidle')
}

test('a lesson marked without a connection is sent when there is one again', async () => {
  await openUnfinished()
  await context.setOffline(true)
  await wish('Marcar como concluída').click()
  await expect(wish('Concluída')).toBeVisible()
  await expect(waits()).toBeVisible()
  await Promise.all([page.waitForResponse(isMark), context.setOffline(false)])
  await expect(waits()).toHaveCount(0)
  await page.reload()
  await expect(wish('Concluída')).toBeVisible()
})

test('a lesson marked without a connection outlives its page', async () => {
  await openUnfinished()
  await context.setOffline(true)
  await wish('Marcar como concluída').click()
  await expect(waits()).toBeVisible()
  await page.close()
  await context.setOffline(false)
  page = await context.newPage()
  // The next visit begins anywhere.
  await Promise.all([page.waitForResponse(isMark), page.goto(`${student.url}/certificados`)])
  await page.goto(lesson)
  await expect(wish('Concluída')).toBeVisible()
})

test('links touched without a connection leave the page as it is', async () => {
  await page.waitForLoadState('networkidle')
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await context.setOffline(true)
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
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: 'Meus certificados' })).toBeVisible()
})

test('a course whose page was never here says so inside the frame, and comes when there is a connection', async () => {
  await page.goto(`${student.url}/certificados`)
  await page.goto(student.url)
  const course = page
    .getByRole('main')
    .getByRole('link', { name: /Fermentação natural do zero/ })
    .last()
  await expect(course).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await course.click()
  await expect(page.getByText('Sem conexão. Verifique a sua internet e tente novamente')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Meus certificados' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('heading', { level: 1, name: /Fermentação natural do zero/ })).toBeVisible()
})

test('what fails without a connection says so', async () => {
  await page.goto(withFile)
  await expect(page.getByRole('heading', { name: 'Arquivos' })).toBeVisible()
  await page.waitForLoadState('networkidle')
  await context.setOffline(true)
  await page.getByRole('button', { name: /Diário do levain/ }).click()
  await expect(page.getByRole('alert')).toContainText('Sem conexão')
})

test('what is below a text stays where it is while the text comes', async () => {
  const arrival = Promise.withResolvers<void>()
  await context.route(/\/assets\/safe-html-[^/]*\.js/, async (route) => {
    await arrival.promise
    await route.continue()
  })
  await page.goto(withFile)
  const below = page.getByRole('heading', { name: 'Arquivos' })
  const top = async () => (await below.boundingBox())!.y
  await expect(below).toBeVisible()
  const before = await top()
  arrival.resolve()
  await expect(page.getByRole('listitem').filter({ hasText: 'Um pote de vidro' })).toBeVisible()
  expect(Math.abs((await top()) - before)).toBeLessThan(24)
})
