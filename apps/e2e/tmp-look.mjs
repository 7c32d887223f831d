import { findChromium } from '@escola/dev-services/chromium'
import { chromium } from '@playwright/test'

const browser = await chromium.launch({ ...(await findChromium()), args: ['--no-sandbox'] })
const base = 'http://localhost:4860'
for (const [name, viewport, scheme] of [
  ['1280', { width: 1280, height: 860 }, 'light'],
  ['390', { width: 390, height: 844 }, 'dark'],
]) {
  const page = await (await browser.newContext({ viewport, colorScheme: scheme })).newPage()
  await page.goto(`${base}/atelie-do-pao/login`)
  await page.getByRole('button', { name: 'Comprei e não recebi o acesso' }).waitFor()
  await page.waitForTimeout(600)
  await page.screenshot({ path: `/tmp/look-login-${name}.png` })
  await page.getByRole('button', { name: 'Comprei e não recebi o acesso' }).click()
  await page.getByLabel('Código da compra').waitFor()
  await page.waitForTimeout(500)
  await page.screenshot({ path: `/tmp/look-help-${name}.png` })
  await page.getByLabel('Código da compra').fill('HP000')
  await page.getByRole('button', { name: 'Procurar a compra' }).click()
  await page.getByText('Se encontrarmos').waitFor()
  await page.waitForTimeout(300)
  await page.screenshot({ path: `/tmp/look-sent-${name}.png` })
  await page.getByRole('button', { name: 'Fechar' }).last().click()
  await page.getByLabel('E-mail').fill('helena@atelie.example')
  await page.getByLabel('Senha', { exact: true }).fill('escola123')
  await page.getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.includes('login'))
  await page.goto(`${base}/atelie-do-pao/api`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.waitForTimeout(800)
  await page.screenshot({ path: `/tmp/look-api-${name}.png`, fullPage: true })
  const create = page.getByRole('button', { name: 'Criar integração' })
  if (await create.count()) {
    await create.click()
    await page.waitForTimeout(600)
    await page.screenshot({ path: `/tmp/look-create-${name}.png` })
    await page.keyboard.press('Escape')
    await page.waitForTimeout(300)
  }
  await page.getByRole('button', { name: 'Instruções' }).click()
  await page.waitForTimeout(600)
  await page.screenshot({ path: `/tmp/look-inst-${name}.png` })
}
await browser.close()
