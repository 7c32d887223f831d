import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { accessApiTitle } from '@escola/contract/titles'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const run = promisify(execFile)
const desk = { viewport: { width: 1280, height: 800 } }
const phone = { viewport: { width: 390, height: 844 } }

const checkBoth = (page: Page, where: string) => checkSchemes(page, where, ['dark', 'light'])
const openIntegration = async (page: Page) => {
  await page.getByRole('button', { name: 'Criar integração' }).click()
  return page.getByRole('dialog', { name: 'Criar integração' })
}

test('another system enrolls a student as the instructions say, and its link opens the course', async ({ open }) => {
  const { base, course, schoolId, ownerToken } = await makeSchool()
  const page = await open(desk, ownerToken)
  await page.goto(`${base}/config`)
  await page.getByLabel('WhatsApp').fill('11912345678')
  await page.getByRole('switch', { name: 'API' }).check({ force: true })
  await page.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('link', { name: accessApiTitle }).click()
  await expect(page).toHaveURL(new RegExp(`${base}/api$`))

  await page.getByRole('button', { name: 'Gerar chave' }).click()
  const dialog = await openIntegration(page)
  await expect(dialog.getByRole('button', { name: 'Salvar' })).toBeDisabled()
  await dialog.getByRole('combobox', { name: 'Turma' }).click()
  await page.getByRole('option', { name: 'Turma de estreia' }).click()
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByRole('cell', { name: 'Turma de estreia', exact: true })).toBeVisible()
  await checkBoth(page, 'the page with a key')
  const secret = (await page.getByText(/^[\w-]{43}$/).textContent())!

  // The API owns what is below this address; the address itself is a page.
  await page.reload()
  await expect(page.getByRole('heading', { level: 1, name: accessApiTitle })).toBeVisible()
  await expect(page.getByText(secret)).toHaveCount(0)
  await page.getByRole('button', { name: 'Mostrar segredo' }).click()
  await expect(page.getByText(secret)).toBeVisible()

  await page.getByRole('button', { name: 'Instruções' }).click()
  /** Copies an example as it stands, for a student of its own. */
  const copyExample = async (name: string) => {
    await page.getByRole('tab', { name }).click()
    const example = (await page.getByRole('region', { name: `Exemplo em ${name}` }).textContent())!
    expect(example).toContain('O link vale por 24 horas.')
    return example.replaceAll('ana@exemplo.com.br', `${randomUUID()}@loja.example`)
  }
  const env = { ...process.env, ESCOLA_SEGREDO: secret }
  const loginPath = new RegExp(`^${base}/login/${schoolId}-[\\w-]{43}$`)
  const shell = await run('bash', ['-c', await copyExample('curl')], { env })
  expect(new URL(shell.stdout.trim()).pathname).toMatch(loginPath)
  const program = await copyExample('Node.js')
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
  const link = stdout.trim()
  expect(new URL(link).pathname).toMatch(loginPath)

  const student = await open(phone)
  await student.goto(link)
  await expect(student.getByRole('heading', { level: 1 })).toContainText('Olá, Ana')
  await expect(student).not.toHaveURL(/login/)
  await student.goto(`${link}?redirect=${course.slice(base.length)}`)
  await expect(student).toHaveURL(new RegExp(`${course}$`))
  await expect(student.getByRole('link', { name: 'Iniciar curso' })).toBeVisible()
  await settled(student)

  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.getByRole('switch', { name: 'Cada link vale uma vez em Turma de estreia' }).press('Space')
  await expect(page.getByText('cada novo link vale uma vez, por 5 minutos')).toBeVisible()
  const once = await run(process.execPath, ['--input-type=module', '--eval', program], { env })
  const another = await open(phone)
  await another.goto(once.stdout.trim())
  await expect(another.getByRole('heading', { level: 1 })).toContainText('Olá, Ana')
  const late = await open(phone)
  await late.goto(once.stdout.trim())
  await expect(late.getByText('Este link já foi usado')).toBeVisible()
  await expect(late).toHaveURL(new RegExp(`${base}/login`))

  const small = await open({ ...phone, hasTouch: true, isMobile: true }, ownerToken)
  await small.goto(`${base}/api`)
  await small.getByRole('button', { name: 'Mostrar segredo' }).click()
  await expect(small.getByText(secret)).toBeVisible()
  await checkBoth(small, 'the page on a phone')
  const tooSmall = await small.locator('main button').evaluateAll((buttons) =>
    buttons
      .map((button) => ({ name: button.ariaLabel ?? button.textContent, box: button.getBoundingClientRect() }))
      .filter(({ box }) => box.width < 43.5 || box.height < 43.5)
      .map(({ name, box }) => `${name}: ${box.width}×${box.height}`),
  )
  expect(tooSmall).toEqual([])
  await small.getByRole('button', { name: 'Instruções' }).click()
  await checkBoth(small, 'the instructions on a phone')
  await small.keyboard.press('Escape')
  await openIntegration(small)
  await checkBoth(small, 'a new integration on a phone')
})
