import { categories } from '@escola/contract/categories.contract'
import { expect, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'

/** Runs in the page: does to it what a browser does that translates, now and from then on; the words stay, so that they are found. */
function translate() {
  const untouched = '[translate=no], script, style, textarea, font font'
  const change = (text: Text) => {
    const parent = text.parentElement
    if (!parent || !text.data.trim() || parent.closest(untouched)) return
    const font = document.createElement('font')
    font.append(document.createElement('font'))
    font.firstElementChild!.append(text.data)
    text.replaceWith(font)
  }
  const walk = (root: Node) => {
    const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const found: Text[] = []
    while (texts.nextNode()) found.push(texts.currentNode as Text)
    found.forEach(change)
  }
  const watcher = new MutationObserver((records) => {
    for (const { type, target, addedNodes } of records) {
      if (type === 'characterData') change(target as Text)
      for (const node of addedNodes) node instanceof Text ? change(node) : walk(node)
    }
  })
  document.addEventListener('DOMContentLoaded', () => {
    walk(document.body)
    watcher.observe(document.body, { childList: true, characterData: true, subtree: true })
  })
}

const saved = (page: Page) => page.getByRole('status').filter({ hasText: /^Salvo$/ })
const text = (page: Page) => page.getByRole('textbox', { name: 'Descrição', exact: true })

test('every editor of a translated page saves what is typed, and nothing else', async ({ open }) => {
  const school = await makeSchool()
  const { base, schoolId, course, lesson, cohortId, ownerToken } = school
  const owner = callsOf(ownerToken)
  await owner(categories.update, { params: { schoolId }, body: { categories: [{ title: 'Pães', degrees: [] }] } })
  const page = await open({}, ownerToken)
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.addInitScript(translate)

  await page.goto(`${base}/cursos`)
  const category = page.getByLabel('Título da categoria').first()
  await category.fill('Bolos')
  await category.press('Enter')
  await expect(saved(page)).toBeVisible()

  await page.goto(course)
  await page.getByLabel('Título do curso').fill('Pão de todo dia')
  await text(page).pressSequentially('Sem pressa. ')
  await expect(saved(page)).toBeVisible()

  await page.goto(lesson)
  await page.getByLabel('Título da aula').fill('O que fermenta')
  await text(page).pressSequentially('Leia: ')
  await expect(saved(page)).toBeVisible()

  await page.goto(`${base}/turma/${cohortId}`)
  await page.getByLabel('Nome da turma').fill('Turma de inverno')
  await expect(saved(page)).toBeVisible()

  await page.goto(`${base}/minha-conta`)
  await page.getByLabel('Nome').fill('Dora Prado Reis')
  await page.getByRole('button', { name: 'Salvar' }).click()
  await expect(page.getByText('Dados atualizados com sucesso').first()).toBeVisible()

  await page.goto(`${base}/certificado/criar`)
  await page.getByLabel('Título, como sai no certificado').fill('Certificado de formação')
  await page.getByLabel('Nome de quem assina').fill('Dora Prado')
  await expect(page.getByLabel('Nome de quem assina')).toHaveValue('Dora Prado')
  expect(errors).toEqual([])

  const title = async (path: string, label: string) => {
    await page.goto(path)
    return page.getByLabel(label).first().inputValue()
  }
  expect(await title(`${base}/cursos`, 'Título da categoria')).toBe('Bolos')
  expect(await title(course, 'Título do curso')).toBe('Pão de todo dia')
  await expect(text(page)).toHaveText('Sem pressa. ')
  expect(await title(`${base}/turma/${cohortId}`, 'Nome da turma')).toBe('Turma de inverno')
  expect(await title(lesson, 'Título da aula')).toBe('O que fermenta')
  await expect(text(page)).toHaveText('Leia: Farinha, água e paciência.')
  expect(await text(page).innerHTML()).not.toContain('font')
})
