import { searchTexts } from '@escola/contract/search.contract'
import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { checkSchemes } from './axe.ts'
import { purchaseLines } from './purchases.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

/** Dialogs and menus that no page shows by itself: axe finds nothing in them. The menus of the desk are in screens.spec.ts. */
const both = ['light', 'dark'] as const
const course = '/c/fermentacao-natural-do-zero'

test('the search, a copy and the sheet of a purchase', async ({ open }) => {
  const page = await open({ viewport: { width: 1280, height: 800 }, colorScheme: 'light' }, await tokenOf('owner'))
  const { url } = accountOf('owner')
  await page.goto(`${url}/vendas`)
  await purchaseLines(page).first().click()
  await expect(page.getByRole('dialog', { name: 'Compra' }).getByRole('heading').nth(1)).toBeVisible()
  await checkSchemes(page, 'the sheet of a purchase', both, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await page.keyboard.press('/')
  await page.getByRole('combobox', { name: searchTexts.placeholder }).fill('ana')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('ArrowDown')
  await checkSchemes(page, 'the search', both, '[role=dialog]')
  await page.keyboard.press('Escape')

  await goTo(page, url + course)
  await page
    .getByRole('button', { name: /^Ações de / })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Copiar módulo' }).click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Copiar/ })).toBeVisible()
  await checkSchemes(page, 'the copy of a module', both, '[role=dialog]')
})

test("the filters and the menu 'Mais' of a phone", async ({ open }) => {
  const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
  const page = await open({ ...phone, colorScheme: 'light' }, await tokenOf('owner'))
  await page.goto(`${accountOf('owner').url}/alunos`)
  await page
    .getByRole('button', { name: /^Filtr/ })
    .first()
    .click()
  const filters = page.getByRole('dialog', { name: 'Filtros' })
  await expect(filters.getByRole('combobox').first()).toBeVisible()
  await checkSchemes(page, 'the filters', both, '[role=dialog]')
  await page.keyboard.press('Escape')
  await expect(filters).toHaveCount(0)
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await expect(page.getByRole('dialog', { name: 'Menu' })).toBeVisible()
  await checkSchemes(page, "the menu 'Mais'", both, 'dialog[open]')
})
