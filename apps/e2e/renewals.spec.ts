import { randomUUID } from 'node:crypto'
import { cohortMessages, cohorts } from '@escola/contract/cohorts.contract'
import { dayMs } from '@escola/contract/durations'
import { saleReasons } from '@escola/contract/sale-reasons'
import { salesMessages } from '@escola/contract/sales'
import { expect } from '@playwright/test'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { expectNotice } from './notices.ts'
import { openPurchase } from './purchases.ts'
import { makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

/** Tells of a charge of a subscription as Hotmart does, which is paid for thirty days. */
async function charge(hottok: string, sold: { product: number; email: string; subscriber: string }): Promise<string> {
  const transaction = `HP${randomUUID().slice(0, 8).toUpperCase()}`
  const { status } = await fetch(new URL('/webhook', process.env.E2E_URL), {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-hotmart-hottok': hottok },
    body: JSON.stringify({
      id: randomUUID(),
      creation_date: Date.now(),
      event: 'PURCHASE_APPROVED',
      version: '2.0.0',
      data: {
        product: { id: sold.product, name: 'Pão de cada dia' },
        buyer: { email: sold.email, name: 'Marina Teste Souza' },
        purchase: { transaction, status: 'APPROVED', date_next_charge: Date.now() + 30 * dayMs },
        subscription: { subscriber: { code: sold.subscriber } },
      },
    }),
  })
  expect(status).toBe(200)
  return transaction
}

test('a subscriber whose class stops selling stays, renews, and goes where the owner says when it is deleted', async ({
  open,
}) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const hottok = `hottok-${run}`
  const product = Math.floor(Math.random() * 1_000_000_000)
  const owner = callsOf(school.ownerToken)
  const params = { schoolId: school.schoolId }
  await owner(cohorts.update, {
    params: { ...params, id: school.cohortId },
    body: { integrations: [{ gateway: 'hotmart', code: hottok, ids: String(product), keeps_paid_period: true }] },
  })
  const next = await owner(cohorts.create, { params, body: { title: 'Turma do ano que vem' } })
  const marina = { product, email: `marina@compra-${run}.example`, subscriber: `S-${run}` }
  const admin = await open({ viewport: { width: 390, height: 844 } }, school.ownerToken)
  const expectSale = async (transaction: string, state: string) => {
    const sheet = await openPurchase(admin, school, transaction)
    await expect(sheet.getByText(state, { exact: true })).toBeVisible()
    return sheet
  }
  await expectSale(await charge(hottok, marina), 'Processada')

  await goTo(admin, `${school.base}/turma/${school.cohortId}?tab=cursos`)
  await admin.getByRole('button', { name: 'Mudar prazo e vagas' }).click()
  const form = admin.getByRole('dialog', { name: 'Prazo e vagas' })
  await form.getByRole('switch', { name: /^Encerrar vendas/ }).check({ force: true })
  await checkSchemes(admin, 'sales of a class that end', ['dark', 'light'])
  await form.getByRole('button', { name: 'Salvar' }).click()
  await expect(admin.getByText(/vendas encerradas$/)).toBeVisible()
  const outsider = { product, email: `outra@compra-${run}.example`, subscriber: `T-${run}` }
  const late = await charge(hottok, outsider)
  const sheet = await expectSale(late, 'Sem turma')
  await expect(sheet.getByText(saleReasons.sales_ended)).toBeVisible()
  await expectSale(await charge(hottok, marina), 'Processada')

  await goTo(admin, `${school.base}/turma/${school.cohortId}?tab=vendas`)
  await admin.getByRole('button', { name: `Remover Hotmart ${product}` }).click()
  await expect(admin.getByText(salesMessages.integrationEnds(`Hotmart ${product}`))).toBeVisible()
  await admin.getByRole('dialog').getByRole('button', { name: 'Remover' }).click()
  await expectNotice(admin, 'A integração com Hotmart foi removida.')
  await expectSale(await charge(hottok, marina), 'Processada')

  await goTo(admin, `${school.base}/turma/${school.cohortId}`)
  await admin.getByRole('button', { name: 'Mais ações' }).click()
  await admin.getByRole('menuitem', { name: 'Apagar turma' }).click()
  const question = admin.getByRole('dialog', { name: 'Apagar a turma?' })
  await expect(question.getByText(cohortMessages.whereTo({ renewing: 1, lapsed: 0 }))).toBeVisible()
  await checkSchemes(admin, 'deletion of a class with subscribers', ['dark', 'light'])
  await question.getByRole('button', { name: 'Apagar turma' }).click()
  await expect(question.getByText(cohortMessages.renewals)).toBeVisible()
  await question.getByRole('radio', { name: /^Vão para outra turma/ }).check({ force: true })
  await question.getByLabel('Para a turma').selectOption({ label: 'Turma do ano que vem' })
  await question.getByRole('button', { name: 'Apagar turma' }).click()
  await admin.waitForURL(`${school.base}/turmas`)
  const renewed = await charge(hottok, marina)
  const last = await expectSale(renewed, 'Processada')
  await expect(last.getByRole('link', { name: 'Turma do ano que vem' })).toBeVisible()
  await goTo(admin, `${school.base}/turma/${next.gateway.id}`)
  // A row on a phone has the name, and no e-mail.
  await expect(admin.getByRole('link', { name: 'Marina Teste Souza' })).toBeVisible()
})
