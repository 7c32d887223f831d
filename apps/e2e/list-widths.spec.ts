import { expect, type Page } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { drawn } from './frames.ts'
import { settled, test } from './visitor.ts'
import { goTo } from './within.ts'

/** Windows of tablets and halves of a screen, where rows have the least room beside the menu. */
const widths = [768, 900, 1024, 1150]

const lists = [
  '/alunos',
  '/vendas',
  '/usuarios',
  '/bank',
  '/bank/pagamentos',
  '/bank/alunos/3',
  '/certificado/1/emitidos',
  '/config/emails',
  '/turmas',
]
const platformLists = ['/escolas', '/escolas/emails', '/escolas/renovacoes', '/escolas/totais']

/** Longest texts that people, platforms and schools have: one word each, which leaves no place for a line to end. */
const hostile: Record<string, string> = {
  name: 'Maximiliana'.repeat(7).slice(0, 75),
  user_name: 'Maximiliana'.repeat(7).slice(0, 75),
  product_name: 'Panificação'.repeat(9).slice(0, 96),
  transaction: 'HP0123456789'.repeat(5),
  title: 'Fermentação'.repeat(9).slice(0, 96),
  email: `${'ana-beatriz'.repeat(6).slice(0, 60)}@fermentacao.example.com`,
}

/** Gives each person, class and product of an answer the longest of texts. */
function lengthen(answer: unknown): unknown {
  if (Array.isArray(answer))
    return answer.map((each) => (typeof each === 'string' && / /.test(each) ? hostile.title : lengthen(each)))
  if (answer === null || typeof answer !== 'object') return answer
  return Object.fromEntries(
    Object.entries(answer).map(([key, value]) => [
      key,
      typeof value === 'string' && value !== '' ? (hostile[key] ?? value) : lengthen(value),
    ]),
  )
}

const answerLonger = (page: Page) =>
  page.route(/\/api\/.*\/(students|gateway|sales|admins|issued|bank|payments|mails|schools)\b/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    if (!response.headers()['content-type']?.includes('json')) return route.fulfill({ response })
    await route.fulfill({ response, json: lengthen(await response.json()) })
  })

/** Runs in the page: measures how far it, or a list within its card, runs out of its place. */
function measureOutside() {
  const { scrollWidth, clientWidth } = document.documentElement
  const tables = [...document.querySelectorAll('main table')].filter((each) => !each.closest('section[tabindex]'))
  const beyond = tables.map((each) => each.scrollWidth - each.parentElement!.clientWidth)
  return Math.max(scrollWidth - clientWidth, ...beyond)
}

/** Asks for every list of a page to stay in its place at each width. */
async function expectInside(page: Page, where: string) {
  await settled(page)
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    // Before that it stands at the old width, and nothing is outside.
    await drawn(page)
    // The menu beside a list changes a moment after the window.
    await expect.poll(() => page.evaluate(measureOutside), { message: `${where}, ${width} px` }).toBeLessThanOrEqual(0)
  }
}

/** Opens a page of the demonstration's owner, and finds the addresses of their classes. */
async function openClasses(open: (options: object, token: string) => Promise<Page>) {
  const page = await open({ viewport: { width: 1280, height: 900 } }, await tokenOf('owner'))
  const { url } = accountOf('owner')
  await page.goto(`${url}/turmas`)
  const links = page.getByRole('main').locator('a[href*="/turma/"]:not([href$="criar"])')
  await expect(links.first()).toBeVisible()
  const all = await links.evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
  return { page, url, classes: [...new Set(all)] }
}

test('no list of a school runs out of its place', async ({ open }) => {
  const { page, url, classes } = await openClasses(open)
  for (const path of [...classes.slice(0, 2), `${url}/vendas`, `${url}/certificado/1/emitidos`]) {
    await goTo(page, path)
    await expectInside(page, path)
  }
})

test('no list of a school runs out of its place with the longest of texts', async ({ open }) => {
  const { page, url, classes } = await openClasses(open)
  await answerLonger(page)
  // Lists that are cached already have their short texts, so the page is loaded again.
  await page.goto(classes[0]!)
  await expectInside(page, classes[0]!)
  for (const path of lists.map((list) => url + list)) {
    await goTo(page, path)
    await expectInside(page, path)
  }
})

test('no list of the platform runs out of its place with the longest of texts', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 900 } }, await tokenOf('platform'))
  await answerLonger(page)
  for (const [index, path] of platformLists.entries()) {
    if (index === 0) await page.goto(path)
    else await goTo(page, path)
    await expectInside(page, path)
  }
})
