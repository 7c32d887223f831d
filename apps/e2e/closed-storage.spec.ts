import { certificates } from '@escola/contract/certificates.contract'
import { schools } from '@escola/contract/schools.contract'
import { expect } from '@playwright/test'
import { accountOf, tokenOf } from './accounts.ts'
import { callsOf } from './api.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

type Kind = 'closed' | 'missing' | 'full'

/** Runs in the page: its browser keeps nothing, in one of the ways that there are. */
function keepNothing(kind: Kind) {
  const fail = (name: string) => () => {
    throw new DOMException('The operation is not allowed', name)
  }
  if (kind === 'full') Storage.prototype.setItem = fail('QuotaExceededError')
  else
    for (const store of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, store, { get: kind === 'closed' ? fail('SecurityError') : () => null })
}

const kinds: Kind[] = ['closed', 'missing', 'full']
let school: Awaited<ReturnType<typeof makeSchool>>
test.beforeAll(async () => {
  school = await makeSchool()
})

for (const kind of kinds)
  test(`in a browser whose storage is ${kind} a user signs in and studies`, async ({ open }) => {
    const page = await open({ viewport: { width: 390, height: 844 } })
    const errors: string[] = []
    page.on('pageerror', ({ message }) => errors.push(message))
    await page.addInitScript(keepNothing, kind)
    await page.goto(school.lesson)
    await page.getByLabel('E-mail').fill(school.owner.email)
    await page.getByLabel('Senha', { exact: true }).fill(school.owner.password)
    await page.getByRole('button', { name: 'Entrar' }).click()
    await expect(page.getByLabel('Título da aula')).toHaveValue('O que é fermentação')
    await page.getByRole('textbox', { name: 'Descrição', exact: true }).pressSequentially(`${kind} `)
    await expect(page.getByRole('status').filter({ hasText: 'Salvo' })).toBeVisible()
    expect(errors).toEqual([])
  })

test('a sign-in outlives the page where storage is closed, and ends with it', async ({ open }) => {
  const page = await open({})
  await page.addInitScript(keepNothing, 'closed' as Kind)
  // The root leads to the user's only school by loading it.
  await page.goto('/login')
  await page.getByLabel('E-mail').fill(school.owner.email)
  await page.getByLabel('Senha', { exact: true }).fill(school.owner.password)
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page.getByText('Olá, Dora').first()).toBeVisible()
  await page.reload()
  await expect(page.getByText('Olá, Dora').first()).toBeVisible()
  await page.goto('/escolas')
  await expect(page.getByRole('heading', { name: 'Entrar' })).toBeVisible()
})

test('a browser whose storage is closed shows public pages and the proof of a certificate', async ({ open }) => {
  const { url } = accountOf('student')
  const call = callsOf(await tokenOf('student'))
  const { hostname, pathname } = new URL(url)
  const { school } = await call(schools.context, { query: { domain: hostname, pathname } })
  const { certificates: list } = await call(certificates.mine, { params: { schoolId: school!.id } })
  const page = await open({})
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(keepNothing, 'closed' as Kind)
  await page.goto(url)
  await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  for (const path of ['/login', '/cadastro', '/termos-e-condicoes', '/contato', `/v/${list[0]!.code}`]) {
    await goTo(page, url + path)
    await expect(page.getByRole('main').getByRole('heading').first()).toBeVisible()
  }
  await expect(page.getByText(list[0]!.code).first()).toBeVisible()
  expect(errors).toEqual([])
})
