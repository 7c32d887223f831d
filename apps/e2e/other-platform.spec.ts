import { randomUUID } from 'node:crypto'
import { mappingLabels, outcomeLabels } from '@escola/contract/field-mappings.contract'
import { hiddenSecret } from '@escola/contract/sales.contract'
import { expect, type Page } from '@playwright/test'
import { checkSchemes } from './axe.ts'
import { openPurchase, waitForPurchase } from './purchases.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

/** Says what a field of the sample means. */
async function choose(page: Page, field: RegExp, meaning: string) {
  await page.getByRole('list', { name: 'Campos do aviso' }).getByRole('button', { name: field }).click()
  const dialog = page.getByRole('dialog', { name: 'O que este campo diz?' })
  await dialog.getByRole('button', { name: meaning }).click()
  await expect(dialog).toBeHidden()
}

test('a platform that the school names sells a class, after its fields were clicked on a sample', async ({ open }) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const buyer = `maria@loja-${run}.example`
  const admin = await open({}, school.ownerToken)
  await admin.goto(`${school.base}/vendas/contas`)
  await admin.getByRole('button', { name: 'Adicionar conta' }).click()
  const form = admin.getByRole('dialog', { name: 'Adicionar conta' })
  await form.getByLabel('Plataforma', { exact: true }).selectOption('Outra plataforma')
  await form.getByLabel('Nome da plataforma').fill('Loja da Bia')
  await form.getByLabel('Código secreto').fill(`chave-${run}`)
  await form.getByLabel('Onde o código vem em cada aviso').selectOption('Em outro cabeçalho')
  await form.getByLabel('Nome do cabeçalho').fill('X-Chave')
  await checkSchemes(admin, 'a platform that the school names', ['dark', 'light'])
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(form).toBeHidden()

  await goTo(admin, `${school.base}/turma/${school.cohortId}?tab=vendas`)
  await admin.getByRole('button', { name: 'Adicionar integração' }).click()
  const integration = admin.getByRole('dialog', { name: 'Adicionar integração' })
  await integration.getByLabel('Plataforma', { exact: true }).selectOption('Outra plataforma')
  await expect(integration.getByLabel('Conta', { exact: true })).toHaveValue(/\d+/)
  const address = await integration.getByLabel('Endereço do webhook').inputValue()
  await integration.getByRole('combobox', { name: 'Códigos dos produtos' }).fill('9')
  await integration.getByRole('button', { name: 'Salvar' }).click()
  // The course is open to all in this school, which is asked about.
  await admin.getByRole('button', { name: 'Manter aberto e vender' }).click()
  await expect(integration).toBeHidden()

  const deliver = async (acao: string, { key = `chave-${run}`, pedido = 1001 } = {}) => {
    const { status } = await fetch(address, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-chave': key },
      body: JSON.stringify({
        acao,
        pedido,
        token: 'segredo',
        pessoa: { chamar: 'Maria Lima', contato: buyer },
        itens: [{ sku: 9, preco: 97.5 }],
      }),
    })
    return status
  }
  await goTo(admin, `${school.base}/vendas/contas`)
  await admin.getByRole('link', { name: 'Identificar os campos de Loja da Bia' }).click()
  await expect(admin.getByRole('heading', { level: 1, name: 'Campos de Loja da Bia' })).toBeVisible()
  await expect(admin.getByText('Esperando um exemplo')).toBeVisible()
  await checkSchemes(admin, 'waiting for a sample', ['dark', 'light'])
  expect(await deliver('vendeu', { key: 'outra' })).toBe(401)
  expect(await deliver('vendeu')).toBe(200)
  // The page looks again by itself until there is a sample.
  const sample = admin.getByRole('list', { name: 'Campos do aviso' })
  await expect(sample.getByRole('button', { name: `token: ${hiddenSecret}` })).toBeVisible()
  await expect(sample.getByRole('button', { name: /^contato:.*E-mail de quem compra/ })).toBeVisible()
  await choose(admin, /^acao: vendeu/, mappingLabels.event)
  await expect(sample.getByRole('button', { name: /^pedido: 1001.*Código da compra/ })).toBeVisible()
  await choose(admin, /^chamar: Maria/, mappingLabels.name)
  await choose(admin, /^sku: 9/, mappingLabels.product_ids)
  await admin.getByLabel('vendeu', { exact: true }).selectOption(outcomeLabels.paid)
  await expect(admin.getByText(`Maria Lima (${buyer}) entra na turma “Turma de estreia”.`)).toBeVisible()
  await admin.setViewportSize({ width: 390, height: 844 })
  await checkSchemes(admin, 'fields of a sample on a phone', ['dark', 'light'])
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await expect(admin.getByText(/^Campos salvos!/)).toBeVisible()

  // The sale that came before is done now, and a word without a meaning waits to be given one.
  expect(await deliver('devolveu')).toBe(200)
  await admin.setViewportSize({ width: 1280, height: 800 })
  const row = await openPurchase(admin, school, buyer)
  await expect(row.getByText('Processada', { exact: true })).toBeVisible()
  await expect(row.getByRole('link', { name: 'Turma de estreia' })).toBeVisible()
  await admin.goto(`${school.base}/vendas/contas`)
  await expect(admin.getByText(/^1 aviso espera porque o evento/)).toBeVisible()
  await admin.getByRole('link', { name: 'Identificar os campos de Loja da Bia' }).click()
  await admin.getByLabel('devolveu').selectOption(outcomeLabels.refunded)
  await admin.getByRole('button', { name: 'Salvar' }).click()
  await expect(admin.getByText(/^Campos salvos!/)).toBeVisible()
  await waitForPurchase(school, buyer, 2)
  await admin.goto(`${school.base}/turma/${school.cohortId}`)
  await expect(admin.getByText('Nenhum aluno nesta turma')).toBeVisible()
})
