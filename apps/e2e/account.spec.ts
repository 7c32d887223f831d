import { messages } from '@escola/contract/messages'
import { expect } from '@playwright/test'
import { completeData } from './complete-data.ts'
import { coverPhoto } from './materials.ts'
import { makeOwner, makeSchool } from './school.ts'
import { test } from './visitor.ts'

test('a student puts a picture up, says who they are, turns the lights off, and takes the picture down', async ({
  open,
}) => {
  const { base, makeStudent } = await makeSchool()
  const page = await open({ viewport: { width: 390, height: 844 } }, await makeStudent('Ana Prado'))
  await page.goto(`${base}/minha-conta`)

  const picture = page.getByRole('main').locator('img[src*="/image/"]')
  await page
    .getByLabel('Avatar: imagem jpeg ou png')
    .setInputFiles({ name: 'rosto.png', mimeType: 'image/png', buffer: await coverPhoto() })
  await expect(page.getByLabel(/^Área do avatar/)).toBeVisible()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Usar este avatar' }).press('Enter')
  await expect(picture).toBeVisible()
  const isSquare = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth / image.naturalHeight)
  await expect.poll(isSquare).toBe(1)

  await page.getByLabel('Celular').fill('11912345678')
  await page.getByLabel('CPF').fill('12345678909')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText(messages.saved)).toBeInViewport()
  // A key presses the switch, because the page still scrolls to its notice and would move it from under a pointer.
  await page.getByRole('switch', { name: 'Modo escuro' }).press('Space')
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')

  await page.evaluate(() => localStorage.removeItem('escola.scheme'))
  await page.reload()
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', 'dark')
  await expect(page.getByLabel('Celular')).toHaveValue('(11) 91234-5678')
  await expect(page.getByLabel('CPF')).toHaveValue('123.456.789-09')
  await expect(picture).toBeVisible()

  await page.getByRole('button', { name: 'remover' }).click()
  await page.getByRole('dialog', { name: messages.areYouSure }).getByRole('button', { name: 'Remover' }).click()
  await expect(picture).toBeHidden()
  await expect(page.getByRole('button', { name: /Alterar avatar/ })).toBeFocused()
  await page.goto(`${base}/perfil`)
  await expect(page).toHaveURL(new RegExp(`${base}/p/`))
  await expect(page.getByRole('heading', { level: 1, name: 'Ana Prado' })).toBeVisible()
  await expect(picture).toBeHidden()
})

test('an owner on the smallest of screens finds the way home, and has the whole bar of an editor', async ({ open }) => {
  const { base, lesson, ownerToken } = await makeSchool()
  const page = await open({ viewport: { width: 360, height: 640 } }, ownerToken)
  await page.goto(`${base}/pontos`)
  // Points and balance leave no room for the name, so the link has the school's initial.
  const home = page.getByRole('banner').getByRole('link', { name: /^Escola \w{8}: início$/ })
  await expect(home.locator('[data-initial=E]')).toBeVisible()
  expect((await home.boundingBox())!.height).toBeGreaterThanOrEqual(44)

  // A window of 1280 px is this wide at four times its size.
  await page.setViewportSize({ width: 320, height: 256 })
  await page.goto(lesson)
  await expect(page.getByRole('textbox', { name: 'Título da aula' })).toBeVisible()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
})

test('a user of another school joins a second one with the account that they have, by one button', async ({ open }) => {
  const [{ email, password }, { base, course }] = await Promise.all([makeOwner(), makeSchool()])
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.goto(`${base}/cadastro`)
  await page.getByLabel('Nome', { exact: true }).fill('Dora Prado')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Repita a senha').fill(password)
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Criar conta' }).click()
  await page.getByRole('link', { name: messages.emailTaken }).click()
  // The form that is left has a field of the same name.
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await page.getByRole('button', { name: 'Entrar nesta escola' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Olá, Dora' })).toBeVisible()
  await page.goto(course)
  await expect(page.getByRole('heading', { level: 1, name: 'Pão de cada dia' })).toBeVisible()
  await expect(page.getByRole('link', { name: messages.courseStart })).toBeVisible()
})

test('an owner who has an account makes a second school at the platform’s address, and finds the way there', async ({
  open,
}) => {
  const { run, email, password } = await makeOwner()
  const page = await open({ viewport: { width: 390, height: 844 } })
  await page.goto('/cadastro')
  await page.getByLabel('Nome da escola').fill(`Segunda ${run}`)
  await page.getByLabel('Seu nome').fill('Dora Prado')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByLabel('Repita a senha').fill(password)
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Criar minha escola' }).click()
  await page.getByRole('link', { name: messages.emailTaken }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Entrar' })).toBeVisible()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Senha', { exact: true }).fill(password)
  await page.getByRole('main').getByRole('button', { name: 'Entrar', exact: true }).click()
  await expect(page.getByText(`Ela será da sua conta: ${email}.`)).toBeVisible()
  await page.getByLabel('Nome da escola').fill(`Segunda ${run}`)
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Criar minha escola' }).click()
  await page.waitForURL(`**/segunda-${run}/`)
  await completeData(page)
  await expect(page.getByRole('heading', { name: 'Primeiros passos' })).toBeVisible()
  await page.goto('/escolas')
  await expect(page.getByRole('link', { name: /gerente$/ })).toHaveCount(2)
  await page.getByRole('link', { name: 'Criar escola' }).click()
  await expect(page.getByText(`Ela será da sua conta: ${email}.`)).toBeVisible()
})
