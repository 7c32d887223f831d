import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { searchTexts } from '@escola/contract/search.contract'
import { threads } from '@escola/contract/threads.contract'
import { expect, type Locator, type Page } from '@playwright/test'
import { callsOf } from './api.ts'
import { linkFromMail } from './mailbox.ts'
import { deliver, waitForPurchase } from './purchases.ts'
import { makeSchool, saveContacts } from './school.ts'
import { test } from './visitor.ts'

/** Counts the clicks and fields of two frequent tasks. A change of the pages on the way may not need more. */
class Hand {
  clicks = 0
  fields = 0
  async click(target: Locator) {
    this.clicks++
    await target.click()
  }
  async fill(target: Locator, text: string) {
    this.fields++
    await target.fill(text)
  }
}

const buttonOf = (within: Page | Locator) => (name: string | RegExp) => within.getByRole('button', { name })

test('from nothing to a course, a class and three students', async ({ open }) => {
  const run = randomUUID().slice(0, 8)
  const email = `dona@conta-${run}.example`
  const password = 'farinha-de-trigo1'
  const page = await open({ viewport: { width: 1280, height: 800 } })
  const hand = new Hand()
  const button = buttonOf(page)
  await page.goto('/cadastro')
  await hand.fill(page.getByLabel('Nome da escola'), `Escola ${run}`)
  await hand.fill(page.getByLabel('Seu nome'), 'Dora Prado')
  await hand.fill(page.getByLabel('E-mail'), email)
  await hand.fill(page.getByLabel('Senha', { exact: true }), password)
  await hand.fill(page.getByLabel('Repita a senha'), password)
  await hand.click(page.locator('label').filter({ hasText: /aceito os termos/ }))
  await hand.click(button('Criar minha escola'))
  await expect(page.getByText('Falta só confirmar')).toBeVisible()
  hand.clicks++
  await page.goto(await linkFromMail(email, '/activate/'))
  // The page goes on to the login by itself.
  await page.waitForURL((url) => url.pathname.endsWith('/login'))
  await hand.fill(page.getByLabel('Senha', { exact: true }), password)
  await hand.click(button('Entrar'))
  const contacts = page.getByRole('dialog', { name: 'Complete os dados da escola' })
  await hand.fill(contacts.getByLabel('Telefone da escola'), '11912345678')
  await hand.fill(contacts.getByLabel('Seu telefone'), '11912345678')
  await hand.click(buttonOf(contacts)('Atulalizar dados'))

  await hand.click(page.getByRole('link', { name: 'Crie o seu primeiro curso' }))
  await hand.click(button('Criar Categoria'))
  await hand.click(button(/^Criar Curso/))
  await hand.fill(page.getByLabel('Título do curso'), 'Pão de cada dia')
  await hand.click(button('Criar o primeiro módulo'))
  await hand.click(button('Nova aula').first())
  await hand.fill(page.getByLabel('Título da aula'), 'O fermento')
  await expect(page.getByText('Salvo', { exact: true }).first()).toBeVisible()
  await hand.click(button('Publicar curso'))
  await hand.click(
    page.getByRole('dialog', { name: 'Curso publicado!' }).getByRole('button', { name: 'Criar uma turma' }),
  )

  // The class has the course, and its first student is asked for; a list is quicker for three.
  await expect(page.getByRole('dialog', { name: 'Adicionar aluno' })).toBeVisible()
  hand.clicks++
  await page.keyboard.press('Escape')
  await hand.click(button('Importar alunos').first())
  const wizard = page.getByRole('dialog', { name: 'Importar alunos' })
  const names = ['Rosa Lima', 'Joana Prado', 'Bento Reis']
  const lines = names.map((name, index) => `${name}; aluna${index}@conta-${run}.example`)
  await hand.fill(wizard.getByLabel('Colar lista'), lines.join('\n'))
  await hand.click(buttonOf(wizard)('Ver a lista'))
  await hand.click(buttonOf(wizard)('Importar 3 alunos'))
  for (const name of names) await expect(page.getByRole('cell', { name, exact: true })).toBeVisible()
  expect(hand.clicks, 'clicks').toBeLessThanOrEqual(16)
  expect(hand.fields, 'fields').toBeLessThanOrEqual(14)
})

test("an evening's work on the phone", async ({ open }) => {
  const school = await makeSchool()
  const { base, schoolId, cohortId, ownerToken, lesson, degree } = school
  await saveContacts({ schoolId, email: school.owner.email }, ownerToken)
  const owner = callsOf(ownerToken)
  const code = `hottok-${randomUUID().slice(0, 8)}`
  const product = Math.floor(Math.random() * 1_000_000_000)
  const body = {
    integrations: [{ gateway: 'hotmart' as const, code, ids: String(product), keeps_paid_period: true }],
    term: { kind: 'days' as const, count: 10 },
  }
  await owner(cohorts.update, { params: { schoolId, id: cohortId }, body })
  const names = ['Íris Tavares', 'Ondina Prates']
  for (const name of names)
    await callsOf(await school.makeStudent(name))(threads.ask, {
      params: { schoolId, contentLink: new URL(lesson, 'http://escola.test').pathname.split('/').at(-1)! },
      query: { degreeLink: degree.link },
      body: { message: '<p>Posso usar centeio?</p>' },
    })
  const other = { id: product + 1_000_000_000, name: 'Panetone em casa' }
  const email = `compra@${randomUUID()}.example`
  expect(await deliver(code, { email, product: other })).toBe(200)
  await waitForPurchase(school, email)

  const page = await open({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, ownerToken)
  await page.goto(base)
  const hand = new Hand()
  for (const name of names) {
    await hand.click(buttonOf(page)(`Responder a ${name}`))
    await page.getByRole('textbox', { name: 'Sua resposta' }).fill('Pode, misturado à farinha de trigo.')
    await hand.click(buttonOf(page)('Enviar'))
    // While an answer is being sent, its button is away and its field still open.
    await expect(page.getByRole('article', { name: `Pergunta de ${name}` })).toHaveCount(0)
  }
  await hand.click(buttonOf(page)('Escolher turma'))
  const choice = page.getByRole('dialog', { name: 'Escolher turma' })
  await hand.click(choice.getByLabel('Turma de estreia'))
  await hand.click(buttonOf(choice)('Matricular nesta turma'))
  await expect(choice).toBeHidden()
  await hand.click(buttonOf(page)(searchTexts.title))
  await page.getByRole('combobox', { name: searchTexts.placeholder }).fill(names[1]!)
  await hand.click(page.getByRole('option', { name: new RegExp(names[1]!) }))
  await hand.click(page.getByRole('region', { name: 'Turmas' }).getByRole('button', { name: /^Mudar prazo em/ }))
  const term = page.getByRole('dialog', { name: /^Prazo em/ })
  await hand.click(buttonOf(term)(/^\+30 dias/))
  await hand.click(buttonOf(term)('Salvar'))
  await expect(term).toHaveCount(0)
  expect(hand.clicks, 'taps').toBeLessThanOrEqual(14)
})
