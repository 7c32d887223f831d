import { randomUUID } from 'node:crypto'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { mailsTo } from './mailbox.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

const desk = { viewport: { width: 1280, height: 800 } }
const phone = { width: 390, height: 844 }

async function checkSizes(page: Page, where: string) {
  await checkSchemes(page, where, ['dark', 'light'])
  await page.setViewportSize(phone)
  await checkSchemes(page, `${where} on a phone`, ['dark', 'light'])
  await page.setViewportSize(desk.viewport)
}

test('a sales report finds who paid without access and who was refunded, and settles both', async ({ open }) => {
  const { base, cohortId, ownerToken } = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const page = await open(desk, ownerToken)
  await page.goto(`${base}/turma/${cohortId}?tab=vendas`)
  await page.getByRole('button', { name: 'Adicionar integração' }).click()
  const integration = page.getByRole('dialog', { name: 'Adicionar integração' })
  await integration.getByLabel('Hottok').fill(`hottok-${run}`)
  await integration.getByRole('combobox', { name: 'Códigos dos produtos' }).fill('77')
  await integration.getByRole('button', { name: 'Salvar' }).click()
  await page.getByRole('button', { name: 'Tornar privado e integrar' }).click()
  await expect(integration).toBeHidden()

  const send = async (rows: string[]) => {
    const heading =
      'Código da transação;Status da transação;Data da transação;Código do produto;Produto;Comprador(a);Email do(a) Comprador(a)'
    await page.locator('input[type=file]').setInputFiles({
      name: 'vendas.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from([heading, ...rows].join('\n'), 'latin1'),
    })
  }
  const rowOf = (name: string, state: string, product = '77;Pão de cada dia') =>
    `HP-${name}-${run};${state};01/11/2026 10:00:00;${product};${name} Souza;${name.toLowerCase()}.${run}@compra.example`
  await goTo(page, `${base}/vendas`)
  await page.getByRole('link', { name: 'Conferir relatório' }).click()
  await send([
    rowOf('Rosa', 'Aprovado'),
    rowOf('Joana', 'Em órbita'),
    rowOf('Bia', 'Completo', '88;Bolo'),
    rowOf('Nina', 'Expirado'),
  ])
  await expect(page.getByText('2 linhas a conferir · 2 linhas não serão conferidas pela situação')).toBeVisible()
  await page.getByLabel('Em órbita · 1').selectOption('Paga')
  await checkSchemes(page, 'the report before it is compared', ['dark', 'light'])
  await page.getByRole('button', { name: 'Conferir 3 linhas' }).click()

  await expect(page.getByRole('heading', { name: 'Pagou e está sem acesso' })).toBeVisible()
  await expect(page.getByRole('row', { name: /A plataforma não avisou desta compra/ })).toHaveCount(2)
  await checkSizes(page, 'the report')
  await page.getByRole('button', { name: 'Produto sem turma · 1' }).click()
  await page.getByRole('button', { name: 'Escolher turma: Bolo' }).click()
  const choice = page.getByRole('dialog', { name: 'Escolher turma' })
  await choice.getByRole('radio').first().check()
  await checkSchemes(page, 'the choice of a class', ['dark', 'light'])
  await choice.getByRole('button', { name: 'Escolher esta turma' }).click()
  await expect(page.getByRole('row', { name: /A plataforma não avisou desta compra/ })).toHaveCount(3)

  await page.getByRole('button', { name: 'Dar acesso a todos' }).click()
  const question = page.getByRole('dialog', { name: 'Dar acesso a 3 pessoas?' })
  await expect(question.getByText('3 pessoas recebem acesso e um e-mail.')).toBeVisible()
  await question.getByRole('button', { name: 'Dar acesso' }).click()
  await expect(page.getByText('Acertado: 3 compras ganharam acesso.')).toBeVisible()
  await expect(page.getByText('Tudo certo')).toBeVisible()
  await expect.poll(async () => (await mailsTo(`rosa.${run}@compra.example`)).length).toBe(1)

  await page.getByRole('button', { name: 'Conferir outro' }).click()
  await send([rowOf('Rosa', 'Reembolsado'), rowOf('Joana', 'Aprovado')])
  await page.getByRole('button', { name: 'Conferir 2 linhas' }).click()
  await expect(page.getByText('2 compras conferidas: 1 paga e com acesso.')).toBeVisible()
  await page.getByRole('button', { name: /^Encerrar acesso: / }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Encerrar acesso' }).click()
  await expect(page.getByText('Acertado: 1 compra teve o acesso encerrado.')).toBeVisible()
  await page.goto(`${base}/turma/${cohortId}`)
  await expect(page.getByRole('cell', { name: `joana.${run}@compra.example` })).toBeVisible()
  await expect(page.getByRole('cell', { name: `rosa.${run}@compra.example` })).toHaveCount(0)
})
