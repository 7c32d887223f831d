import { randomUUID } from 'node:crypto'
import { platformTexts } from '@escola/contract/messages'
import { expect } from '@playwright/test'
import { waitForAccess } from './access.ts'
import { accountOf, tokenOf } from './accounts.ts'
import { makeSchool } from './school.ts'
import { settled, test } from './visitor.ts'

const look = { viewport: { width: 1280, height: 800 } }

test('a platform administrator blocks a school, and its students are turned away within a second', async ({ open }) => {
  const school = await makeSchool()
  const { base, lesson, makeStudent } = school
  const name = `Aluna ${randomUUID().slice(0, 6)}`
  const token = await makeStudent(name)
  const studentPage = await open(look, token)
  await studentPage.goto(lesson)
  await settled(studentPage)

  const page = await open(look, await tokenOf('platform'))
  await page.goto(`${accountOf('platform').url}escolas`)
  await page.getByRole('searchbox').fill(base.slice(1))
  const row = page.getByRole('row').filter({ hasText: base.slice(1).replace('-', ' ') })
  await row.getByRole('button', { name: /^Ações/ }).click()
  await page.getByRole('menuitem', { name: 'Bloquear' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tem certeza?' })
  await expect(dialog.getByText(/1 aluno deixa de entrar/)).toBeVisible()
  await dialog.getByLabel('Motivo').fill('Vídeos de outra escola, sem licença')
  await dialog.getByRole('button', { name: 'Bloquear' }).click()
  await expect(row.getByText('Bloqueada')).toBeVisible()

  // The server caches a session's rights, and a school's settings, for one second.
  await waitForAccess(school, token, false)
  const refused = studentPage.waitForResponse((response) => response.url().includes('/metadata'))
  await studentPage.getByRole('button', { name: 'Marcar como concluída' }).first().click()
  expect((await refused).status()).toBe(403)
  await expect(studentPage).toHaveURL(new RegExp(`${base}/contato$`))

  await row.getByRole('link').click()
  await expect(page).toHaveURL(/\/escola\/\d+\/?$/)
  await expect(page.getByText(platformTexts.view)).toBeVisible()
  await page.getByRole('link', { name: 'Meus alunos' }).first().click()
  await expect(page.getByRole('link', { name })).toBeVisible()
  await page.getByRole('link', { name: platformTexts.leave }).click()
  await page.getByRole('searchbox').fill(base.slice(1))
  await row.getByRole('button', { name: /^Ações/ }).click()
  await page.getByRole('menuitem', { name: 'Desbloquear' }).click()
  await expect(row.getByText('Bloqueada')).toBeHidden()
  await waitForAccess(school, token, true)
  await studentPage.goto(lesson)
  await settled(studentPage)
  await expect(studentPage).toHaveURL(new RegExp(`${lesson}$`))
})

test('an administrator who looks as a student sees what is published, and can write none of it', async ({ open }) => {
  const { base, course, ownerToken } = await makeSchool()
  const page = await open(look, ownerToken)
  await page.goto(course)
  await page.getByRole('textbox', { name: 'Título do curso' }).fill('Pão de domingo')
  await expect(page.getByText('Salvo', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Administrador: ver como estudante' }).click()
  await expect(page).toHaveURL(new RegExp(`${base}/?$`))
  await page
    .getByRole('main')
    .getByRole('link', { name: /Pão de cada dia/ })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: 'Pão de cada dia' })).toBeVisible()
  const writes: string[] = []
  page.on('request', (request) => request.method() !== 'GET' && writes.push(request.url()))
  for (const path of [course, `${base}/cursos`]) {
    // The browser keeps the choice, so a reload shows the same page.
    await page.goto(path)
    await settled(page)
    await expect(page.getByText('Pão de domingo')).toHaveCount(0)
    await expect(page.getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Publicar|Criar)/ })).toHaveCount(0)
  }
  expect(writes.filter((url) => /save|publish|update/.test(url))).toEqual([])
  await expect(page.getByRole('link', { name: 'Meus alunos' })).toHaveCount(0)

  await page.getByRole('button', { name: 'Estudante: ver como administrador' }).click()
  await expect(page.getByRole('link', { name: 'Meus alunos' })).toBeVisible()
  await page.goto(course)
  await expect(page.getByRole('textbox', { name: 'Título do curso' })).toHaveValue('Pão de domingo')
})
