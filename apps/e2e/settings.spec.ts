import { messages } from '@escola/contract/messages'
import { expect } from '@playwright/test'
import { completeData } from './complete-data.ts'
import { linkFromMail } from './mailbox.ts'
import { test } from './visitor.ts'

test('an owner signs up, sets up the school, and opens it under a domain of their own', async ({ open }) => {
  test.skip(!process.env.E2E_OWN_DOMAINS, 'this stack asks a DNS of its own about domains')
  const run = Date.now().toString(36)
  const email = `dona@ajustes-${run}.example`
  const page = await open({})
  await page.goto('/cadastro')
  await page.getByLabel('Nome da escola').fill(`Escola ${run}`)
  await page.getByLabel('Seu nome').fill('Dora Prado')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill('farinha-de-trigo1')
  await page.getByLabel(/repita|repetir|confirme/i).fill('farinha-de-trigo1')
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Criar minha escola' }).click()
  await page.goto(await linkFromMail(email, '/activate/'))
  // The link leads to the login of the school, which has had no visit yet.
  await page.waitForURL(/\/login/)
  await expect(page.getByLabel('E-mail')).toHaveValue(email)
  await page.getByLabel('Senha', { exact: true }).fill('farinha-de-trigo1')
  await page.getByRole('button', { name: 'Entrar' }).click()

  await completeData(page)
  await page.getByRole('link', { name: 'Edições da escola' }).click()
  await page.getByLabel('Nome da escola').fill('Escola do Mar')
  await page.getByLabel('E-mail', { exact: true }).fill(`contato@ajustes-${run}.example`)
  await page.getByLabel('WhatsApp').fill('11912345678')
  await page.getByLabel('Link da escola').fill(`mar-${run}`)
  await page.getByLabel('Código do Google Analytics').fill('G-ABC12345')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.waitForURL(`**/mar-${run}/config`)
  await expect(page.getByLabel('WhatsApp')).toHaveValue('(11) 91234-5678')
  await expect(page.getByRole('banner')).toContainText('Escola do Mar')

  const domain = `cursos-${run}.aponta.example`
  await page.getByRole('button', { name: 'Cadastrar domínio' }).click()
  const dialog = page.getByRole('dialog', { name: 'Domínio próprio' })
  await dialog.getByLabel('Endereço do domínio').fill(`longe-${run}.example`)
  await dialog.getByRole('button', { name: 'Cadastrar domínio' }).click()
  await expect(dialog.getByText('aguardando DNS')).toBeVisible()
  await dialog.getByRole('button', { name: 'Remover domínio' }).click()
  await page.getByRole('dialog', { name: messages.areYouSure }).getByRole('button', { name: 'Remover domínio' }).click()
  await dialog.getByLabel('Endereço do domínio').fill(domain)
  await dialog.getByRole('button', { name: 'Cadastrar domínio' }).click()
  await expect(dialog.getByText('Este registro não é necessário para o seu endereço.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Verificar agora' }).click()
  await expect(dialog.getByText('ativo', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByLabel('Link da escola')).toHaveValue(domain)
  await expect(page.getByRole('switch', { name: /^Usar domínio próprio/ })).toBeChecked()

  const { port } = new URL(page.url())
  const visitor = await open({})
  await visitor
    .context()
    .route(/googletagmanager/, (route) =>
      route.fulfill({ contentType: 'text/javascript', body: 'document.body.dataset.counted = "yes"' }),
    )
  await visitor.goto(`http://${domain}:${port}/contato`)
  await expect(visitor.getByText('(11) 91234-5678')).toBeVisible()
  // Measuring scripts are fetched from here on, and the policy lets them in.
  await visitor.getByRole('button', { name: 'Aceitar' }).click()
  await expect(visitor.locator('[data-counted]')).toBeVisible()
  await visitor.getByRole('link', { name: /início$/ }).click()
  await expect(visitor).toHaveURL(`http://${domain}:${port}/`)
  // Mails lead there from here on, and the old name leads to the new one.
  await visitor.goto(`/escola-${run}/contato`)
  await expect(visitor).toHaveURL(new RegExp(`/mar-${run}/contato$`))
})
