import { expect, type Locator, type Page } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { drawn } from './frames.ts'
import { settled, test } from './visitor.ts'

const widths = [320, 360, 390, 430]

/** Gives the owner the figures that take the most room. */
const showLongest = (page: Page) =>
  page.route('**/api/context*', async (route) => {
    const response = await route.fetch()
    const context = await response.json()
    context.bank = { balance: '-1234.56', points: 30 }
    context.notifications = { ...context.notifications, unread: 120 }
    context.sales = { waiting: 120 }
    await route.fulfill({ response, json: context })
  })

/** Runs in the page: boxes of what stands in a row of the header or the bar. */
const measure = (page: Page, row: string) =>
  page.locator(row).evaluateAll((all) =>
    all
      .map((each) => each.getBoundingClientRect())
      .filter(({ width }) => width > 0)
      .map(({ left, right, width, height }) => ({ left, right, width, height })),
  )

test('nothing in the head or the bar of a phone lies over anything else, and all of it is large enough for a finger', async ({
  open,
}) => {
  const page = await open(
    { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
    await tokenOf('owner'),
  )
  await showLongest(page)
  await page.goto(`${accountOf('owner').url}/config`)
  await settled(page)
  await expect(page.getByLabel('Saldo: -R$ 1.234,56')).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Atalhos' })).toBeVisible()
  for (const width of widths) {
    await page.setViewportSize({ width, height: 700 })
    await drawn(page)
    for (const row of ['header a, header button', 'nav[aria-label=Atalhos] > *:not(dialog)']) {
      const boxes = await measure(page, row)
      expect.soft(boxes.length, `${row} at ${width} px`).toBeGreaterThanOrEqual(5)
      for (const [index, { left, right, height }] of boxes.entries()) {
        const before = boxes[index - 1]?.right ?? 0
        expect.soft(left, `${row} at ${width} px, number ${index}`).toBeGreaterThanOrEqual(before - 0.5)
        expect.soft(right).toBeLessThanOrEqual(width)
        expect.soft(height).toBeGreaterThanOrEqual(43.5)
      }
    }
  }

  // A page's own bar stands above that of the phone, and its last words above both.
  const top = (await page.getByRole('navigation', { name: 'Atalhos' }).boundingBox())!.y
  const save = (await page.getByRole('button', { name: 'Salvar' }).boundingBox())!
  expect(save.y + save.height).toBeLessThanOrEqual(top)
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
  const footer = (await page.getByRole('contentinfo').boundingBox())!
  expect(footer.y + footer.height).toBeLessThanOrEqual(top + 0.5)

  await page.getByLabel('Nome da escola').focus()
  await expect(page.getByRole('navigation', { name: 'Atalhos' })).toBeHidden()
})

test('what a page shows on a phone with a notch stays within its safe area', async ({ open }) => {
  const page = await open(
    { viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true },
    await tokenOf('owner'),
  )
  const safe = { top: 47, bottom: 34, left: 20, right: 20 }
  const tools = await page.context().newCDPSession(page)
  await tools.send('Emulation.setSafeAreaInsetsOverride', { insets: safe })
  await page.goto(`${accountOf('owner').url}/alunos`)
  await settled(page)
  const isWithin = async (parts: Locator, where: string) => {
    await expect(parts.first()).toBeVisible()
    const boxes = await parts.evaluateAll((all) => all.map((each) => each.getBoundingClientRect().toJSON() as DOMRect))
    for (const { top, bottom, left, right, width } of boxes.filter((box) => box.width > 0)) {
      expect.soft(top, where).toBeGreaterThanOrEqual(safe.top)
      expect.soft(left, where).toBeGreaterThanOrEqual(safe.left)
      expect.soft(right, `${where}, ${width} wide`).toBeLessThanOrEqual(390 - safe.right)
      expect.soft(bottom, where).toBeLessThanOrEqual(700 - safe.bottom)
    }
  }
  await isWithin(page.locator('header a, header button'), 'the head')
  await isWithin(page.locator('nav[aria-label=Atalhos] > *:not(dialog)'), 'the bar')
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await isWithin(page.getByRole('dialog', { name: 'Menu' }).getByRole('button', { name: 'Fechar menu' }), 'the menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Buscar', exact: true }).click()
  await isWithin(page.getByRole('dialog').getByRole('combobox'), 'the search')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: /^Filtr/ })
    .first()
    .click()
  const filters = page.getByRole('dialog', { name: 'Filtros' })
  await expect(filters).toBeInViewport()
  await isWithin(filters.getByRole('button'), 'the filters')

  await page.goto(`${accountOf('owner').url}/c/fermentacao-natural-do-zero/o-que-e-fermentacao-natural?student=1`)
  await settled(page)
  await isWithin(page.getByRole('link', { name: 'Voltar para o curso' }), 'a lesson')
})
