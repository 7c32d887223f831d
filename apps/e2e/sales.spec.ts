import { randomUUID } from 'node:crypto'
import { cohorts } from '@escola/contract/cohorts.contract'
import { messages } from '@escola/contract/messages'
import { otherEmailTexts } from '@escola/contract/other-emails.contract'
import { purchaseHelpTexts } from '@escola/contract/purchase-help'
import { purchaseTexts } from '@escola/contract/purchases.contract'
import { saleReasons } from '@escola/contract/sale-reasons'
import { salesMessages } from '@escola/contract/sales'
import { sales } from '@escola/contract/sales.contract'
import { endOfDay, formatLastDay } from '@escola/contract/terms'
import { dayAfter, dayOf } from '@escola/contract/time'
import { accessTitle } from '@escola/contract/titles'
import { expect, type Page } from '@playwright/test'
import { waitForAccess } from './access.ts'
import { callsOf } from './api.ts'
import { checkSchemes } from './axe.ts'
import { linkFromMail, mailsTo } from './mailbox.ts'
import { buyersName, deliver, openPurchase, purchaseLines, waitForPurchase } from './purchases.ts'
import { acceptInvitation, makeSchool } from './school.ts'
import { test } from './visitor.ts'
import { goTo } from './within.ts'

/** Product that Hotmart names in the tests of a webhook. */
const testProduct = { id: 0, name: 'Produto test postback2' }

/** Opens the buyer's mail and finds the course. */
async function enter(page: Page, email: string, base: string) {
  await page.goto(await linkFromMail(email, '/welcome/'))
  await expect(page.getByLabel('Nome')).toHaveValue(buyersName)
  await page.getByLabel('Senha', { exact: true }).fill('farinha-de-trigo1')
  await page.getByRole('switch').check({ force: true })
  await page.getByRole('button', { name: 'Concluir cadastro' }).click()
  await page.waitForURL((url) => url.pathname === `${base}/` || url.pathname === base)
  await page.getByText('Pão de cada dia').first().click()
  await page.getByRole('link', { name: 'Iniciar curso' }).click()
  await expect(page.getByRole('heading', { name: 'O que é fermentação' })).toBeVisible()
}

/** Names a purchase on the sign-in page, as a buyer does who got no mail. */
async function askForAccess(page: Page, { base, code }: { base: string; code: string }) {
  await page.goto(`${base}/login`)
  await page.getByRole('button', { name: purchaseHelpTexts.title }).click()
  await page.getByLabel('Código da compra').fill(code.toLowerCase())
  await checkSchemes(page, 'help with a purchase', ['dark', 'light'])
  await page.getByRole('button', { name: 'Procurar a compra' }).click()
  await expect(page.getByText(purchaseHelpTexts.sent)).toBeVisible()
}

test('a buyer on Hotmart studies, and a product that no class has is given one', async ({ open }) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const hottok = `hottok-${run}`
  const number = Math.floor(Math.random() * 1_000_000_000)
  const sold = { id: number, name: 'Pão de cada dia' }
  const admin = await open({}, school.ownerToken)

  await admin.goto(`${school.base}/turma/${school.cohortId}?tab=vendas`)
  await admin.getByRole('button', { name: 'Adicionar integração' }).click()
  const dialog = admin.getByRole('dialog', { name: 'Adicionar integração' })
  await expect(dialog.getByLabel('Endereço do webhook')).toHaveValue(/\/webhook\/\d+\/hotmart$/)
  const ownAddress = await dialog.getByLabel('Endereço do webhook').inputValue()
  await dialog.getByLabel('Hottok').fill(hottok)
  await dialog.getByRole('combobox', { name: 'Códigos dos produtos' }).fill(String(sold.id))
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await admin.getByRole('button', { name: 'Manter aberto e vender' }).click()
  await expect(dialog).toBeHidden()
  const integrations = admin.getByRole('region', { name: 'Integrações' })
  await expect(integrations.getByRole('row', { name: new RegExp(`Hotmart ${sold.id}`) })).toBeVisible()

  const buyer = `marina@compra-${run}.example`
  expect(await deliver('outro-hottok', { email: buyer, product: sold })).toBe(401)
  const transaction = `HP${run.toUpperCase()}`
  expect(await deliver(hottok, { email: buyer, product: sold, transaction })).toBe(200)
  await waitForPurchase(school, buyer)
  await admin.goto(`${school.base}/turmas`)
  await admin.getByRole('link', { name: 'Vendas recebidas' }).click()
  await expect(admin.getByText('Reembolsos em 7 dias')).toBeVisible()
  const row = await openPurchase(admin, school, buyer)
  await expect(row.getByText('Processada', { exact: true })).toBeVisible()
  await expect(row.getByText('Compra aprovada')).toBeVisible()
  await expect(row.getByRole('link', { name: 'Turma de estreia' })).toBeVisible()
  await askForAccess(await open({ viewport: { width: 390, height: 844 } }), { base: school.base, code: transaction })
  await expect(async () =>
    expect((await mailsTo(buyer)).map(({ subject }) => subject)).toContainEqual(
      expect.stringMatching(/^A sua compra em .+ está liberada$/),
    ),
  ).toPass()
  await enter(await open({}), buyer, school.base)

  const outsider = `outra@compra-${run}.example`
  const unknown = { id: number + 1_000_000_000, name: 'Panetone em casa' }
  expect(await deliver(hottok, { email: outsider, product: unknown, address: ownAddress })).toBe(200)
  await waitForPurchase(school, outsider)
  await admin.goto(`${school.base}/turmas`)
  await expect(admin.getByText('1 venda sem turma')).toBeVisible()
  await admin.getByRole('link', { name: 'Escolher a turma' }).click()
  await admin.getByRole('region', { name: 'Para resolver' }).getByRole('button', { name: 'Escolher turma' }).click()
  const choice = admin.getByRole('dialog', { name: 'Escolher turma' })
  await choice.getByLabel('Turma de estreia').check()
  await choice.getByRole('button', { name: 'Matricular nesta turma' }).click()
  await expect(choice).toBeHidden()
  const lost = await openPurchase(admin, school, outsider)
  await expect(lost.getByText('Processada', { exact: true })).toBeVisible()
  await expect(lost.getByRole('link', { name: 'Turma de estreia' })).toBeVisible()
  await waitForAccess(school, await acceptInvitation({ name: buyersName, email: outsider }), true)
  await goTo(admin, `${school.base}/turma/${school.cohortId}?tab=vendas`)
  await expect(integrations.getByRole('row', { name: new RegExp(String(unknown.id)) })).toBeVisible()

  await goTo(admin, `${school.base}/vendas`)
  await admin.getByRole('link', { name: 'Contas das plataformas' }).click()
  const account = admin.getByRole('region', { name: 'Hotmart' })
  await expect(account.getByLabel('Endereço do webhook da Hotmart')).toHaveValue(ownAddress)
  await expect(account.getByRole('link', { name: 'Turma de estreia' })).toBeVisible()
  await expect(account.getByText(/^Último aviso recebido em/)).toBeVisible()
})

test('a purchase goes to the right student, and another address is the same student’s', async ({ open }) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const hottok = `hottok-${run}`
  const sold = { id: Math.floor(Math.random() * 1_000_000_000), name: 'Pão de cada dia' }
  await callsOf(school.ownerToken)(cohorts.update, {
    params: { schoolId: school.schoolId, id: school.cohortId },
    body: { integrations: [{ gateway: 'hotmart', code: hottok, ids: String(sold.id), keeps_paid_period: true }] },
  })
  const [wrong, right, other] = ['maria', 'joao', 'jo'].map((name) => `${name}@compra-${run}.example`) as [
    string,
    string,
    string,
  ]
  expect(await deliver(hottok, { email: wrong, product: sold })).toBe(200)
  const admin = await open({}, school.ownerToken)
  const row = await openPurchase(admin, school, wrong)
  await expect(row.getByText('Processada', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: /^Transferir compra/ }).click()
  const dialog = admin.getByRole('dialog', { name: purchaseTexts.give })
  await dialog.getByLabel('Procurar aluno por nome, e-mail ou telefone').fill(right)
  await dialog.getByLabel(`Convidar ${right}`).check()
  await dialog.getByLabel('Nome do aluno').fill('João Prado')
  await checkSchemes(admin, 'student of a purchase', ['dark', 'light'])
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('Marina Teste Souza sai da turma “Turma de estreia”.')).toBeVisible()
  await expect(
    dialog.getByText(/^João Prado entra na turma “Turma de estreia” e recebe um e-mail de convite/),
  ).toBeVisible()
  await checkSchemes(admin, 'what follows from giving a purchase', ['dark', 'light'])
  await dialog.getByRole('button', { name: 'Transferir compra' }).click()
  await expect(row.getByText(/^A escola passou esta compra para João Prado em /)).toBeVisible()
  expect(await linkFromMail(right, '/welcome/')).toContain('/welcome/')

  await goTo(admin, `${school.base}/alunos`)
  await admin.getByRole('link', { name: 'João Prado' }).click()
  const classes = admin.getByRole('region', { name: 'Turmas' })
  await expect(classes.getByRole('button', { name: /^Transferir compra/ })).toBeVisible()
  await expect(admin.getByText('A escola passou uma compra para este aluno')).toBeVisible()
  const emails = admin.getByRole('region', { name: otherEmailTexts.title })
  await emails.getByLabel('Outro e-mail deste aluno').fill(other)
  await emails.getByRole('button', { name: 'Adicionar e-mail' }).click()
  await expect(emails.getByText(other)).toBeVisible()
  await checkSchemes(admin, 'student with another e-mail', ['dark', 'light'])
  for (const address of [right, other])
    await expect(async () =>
      expect((await mailsTo(address)).map(({ subject }) => subject)).toContainEqual(
        expect.stringMatching(/^Outro e-mail seu em /),
      ),
    ).toPass()
  expect(await deliver(hottok, { email: other, product: sold })).toBe(200)
  await waitForPurchase(school, other)
  await admin.reload()
  await expect(admin.getByText('Recebeu mais um acesso à turma “Turma de estreia”')).toBeVisible()
  await goTo(admin, `${school.base}/alunos`)
  await expect(admin.getByRole('link', { name: 'João Prado' })).toHaveCount(1)
  await expect(admin.getByText(other)).toBeHidden()
})

test('a sale without a usable e-mail is concluded, another is dismissed, and an integration is tried out', async ({
  open,
}) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const hottok = `hottok-${run}`
  const sold = { id: Math.floor(Math.random() * 1_000_000_000) + 1, name: 'Pão de cada dia' }
  const unsold = { id: sold.id + 1_000_000_000, name: 'Panetone em casa' }
  await callsOf(school.ownerToken)(cohorts.update, {
    params: { schoolId: school.schoolId, id: school.cohortId },
    body: { integrations: [{ gateway: 'hotmart', code: hottok, ids: String(sold.id), keeps_paid_period: true }] },
  })
  const admin = await open({ viewport: { width: 390, height: 844 } }, school.ownerToken)
  await admin.goto(`${school.base}/turma/${school.cohortId}?tab=vendas`)
  await admin.getByRole('button', { name: `Testar Hotmart ${sold.id}` }).click()
  const trial = admin.getByRole('dialog', { name: 'Testar a integração com Hotmart' })
  await expect(trial.getByText('Aguardando Hotmart…')).toBeVisible()
  await checkSchemes(admin, 'an integration that is tried out', ['dark', 'light'])
  const address = await trial.getByLabel('Endereço do webhook').inputValue()
  expect(await deliver(hottok, { email: 'testeComprador@example.com', product: testProduct, address })).toBe(200)
  await expect(trial.getByText(/^Teste recebido em .+\. A integração está funcionando\.$/)).toBeVisible()
  await admin.keyboard.press('Escape')
  await expect(trial).toBeHidden()
  await expect(admin.getByRole('region', { name: 'Integrações' }).getByText(/^Teste recebido em/)).toBeVisible()

  expect(await deliver(hottok, { email: 'marina@gmail', product: sold })).toBe(200)
  expect(await deliver(hottok, { email: `outra@compra-${run}.example`, product: unsold })).toBe(200)
  const unmatched = await openPurchase(admin, school, `outra@compra-${run}.example`)
  await checkSchemes(admin, 'the sheet of a purchase', ['dark', 'light'])
  await unmatched.getByRole('button', { name: 'Dispensar: Marina Teste Souza' }).click()
  const dismissal = admin.getByRole('dialog', { name: 'Dispensar venda' })
  await dismissal.getByRole('button', { name: 'Dispensar' }).click()
  await expect(dismissal.getByText(salesMessages.dismissal)).toBeVisible()
  await dismissal.getByLabel('Motivo').fill('Foi só um teste')
  await checkSchemes(admin, 'the dismissal of a sale', ['dark', 'light'])
  await dismissal.getByRole('button', { name: 'Dispensar' }).click()
  await expect(unmatched.getByText('Dispensada', { exact: true })).toHaveCount(2)
  await expect(unmatched.getByText('Motivo: Foi só um teste')).toBeVisible()

  const row = await openPurchase(admin, school, 'marina@gmail')
  await expect(row.getByText('Sem e-mail', { exact: true })).toBeVisible()
  await row.getByRole('button', { name: 'Corrigir e-mail: Marina Teste Souza' }).click()
  const correction = admin.getByRole('dialog', { name: 'Corrigir e-mail e concluir' })
  await expect(correction.getByText(/^Na compra foi informado “marina@gmail”\./)).toBeVisible()
  await correction.getByRole('button', { name: 'Concluir' }).click()
  await expect(correction.getByText(messages.emailSignUp)).toBeVisible()
  const buyer = `marina@compra-${run}.example`
  await correction.getByLabel('E-mail de quem comprou').fill(buyer)
  await checkSchemes(admin, 'the e-mail of a sale', ['dark', 'light'])
  await correction.getByRole('button', { name: 'Concluir' }).click()
  await expect(row.getByText('Processada', { exact: true })).toBeVisible()
  await waitForAccess(school, await acceptInvitation({ name: buyersName, email: buyer }), true)
  await admin.goto(`${school.base}/turmas`)
  await expect(admin.getByRole('link', { name: 'Vendas recebidas' })).toBeVisible()
  await expect(admin.getByText(/venda sem/)).toHaveCount(0)
})

test('a new term reaches those who bought, a refund takes a buyer out, and sales that are done again change nothing', async ({
  open,
}) => {
  const school = await makeSchool()
  const run = randomUUID().slice(0, 8)
  const hottok = `hottok-${run}`
  const params = { schoolId: school.schoolId }
  const sold = { id: Math.floor(Math.random() * 1_000_000_000) + 1, name: 'Pão de cada dia' }
  const unsold = { id: sold.id + 1_000_000_000, name: 'Panetone em casa' }
  const owner = callsOf(school.ownerToken)
  await owner(cohorts.update, {
    params: { ...params, id: school.cohortId },
    body: { integrations: [{ gateway: 'hotmart', code: hottok, ids: String(sold.id), keeps_paid_period: true }] },
  })
  const buyer = `marina@compra-${run}.example`
  const purchase = { email: buyer, product: sold, transaction: `HP${run.toUpperCase()}` }
  expect(await deliver(hottok, purchase)).toBe(200)
  for (const name of ['outra', 'mais-uma'])
    expect(await deliver(hottok, { email: `${name}@compra-${run}.example`, product: unsold })).toBe(200)
  const admin = await open({ viewport: { width: 1280, height: 800 } }, school.ownerToken)
  const rows = await openPurchase(admin, school, buyer)
  await expect(rows.getByText('Entrou na turma Turma de estreia', { exact: true })).toBeVisible()

  await goTo(admin, `${school.base}/turma/${school.cohortId}?tab=vendas`)
  await admin.getByRole('button', { name: `Editar Hotmart ${sold.id}` }).click()
  const integration = admin.getByRole('dialog', { name: 'Integração com Hotmart' })
  const [yesterday, until] = [-1, 90].map((days) => dayAfter(dayOf(new Date()), days)) as [string, string]
  await integration.getByLabel('Prazo de acesso').selectOption('Até uma data')
  await integration.getByLabel('Último dia de acesso').fill(yesterday)
  await integration.getByLabel('O prazo vale para').selectOption('Quem já comprou também')
  await expect(integration.getByText('1 aluno perde o acesso agora.')).toBeVisible()
  await checkSchemes(admin, 'a new term of an integration')
  await integration.getByLabel('Último dia de acesso').fill(until)
  await expect(integration.getByText('Nenhum aluno perde o acesso agora.')).toBeVisible()
  await integration.getByRole('button', { name: 'Salvar' }).click()
  await expect(integration).toBeHidden()
  const lastDay = `até ${formatLastDay(endOfDay(until))}`
  const findStudent = async () => {
    await admin.goto(`${school.base}/alunos?search=${buyer}`)
    await admin.getByRole('link', { name: 'Marina Teste Souza' }).click()
  }
  await findStudent()
  await expect(admin.getByRole('region', { name: 'Turmas' }).getByText(lastDay)).toBeVisible()
  await expect(admin.getByText(`Tem acesso ${lastDay}: comprou na Hotmart`)).toBeVisible()

  await openPurchase(admin, school, buyer)
  await expect(rows.getByText(`Entrou na turma Turma de estreia, ${lastDay}`, { exact: true })).toBeVisible()
  expect(await deliver(hottok, { ...purchase, event: 'PURCHASE_REFUNDED' })).toBe(200)
  await waitForPurchase(school, buyer, 2)
  await admin.reload()
  // The page and this test may be on two sides of midnight.
  const left = rows.getByText(/^Perdeu o acesso à turma Turma de estreia em [\d/]+: reembolso$/)
  await expect(left).toBeVisible()
  await expect(rows.getByText('Reembolso', { exact: true })).toBeVisible()

  const approved = rows.getByRole('listitem').filter({ hasText: 'Compra aprovada' })
  await approved.getByRole('button', { name: 'Reprocessar a venda de Marina Teste Souza' }).click()
  await expect(approved.getByText(saleReasons.paid_back)).toBeVisible()
  await expect(left).toBeVisible()

  await goTo(admin, `${school.base}/vendas?state=unmatched`)
  await expect(purchaseLines(admin)).toHaveCount(2)
  await admin.getByRole('button', { name: 'Reprocessar todas' }).click()
  const question = admin.getByRole('dialog', { name: 'Reprocessar 2 vendas?' })
  await question.getByRole('button', { name: 'Reprocessar todas' }).click()
  await expect(admin.getByText('Vamos processar essas vendas de novo.')).toBeVisible()
  await expect(async () => {
    const { sales: listed } = await owner(sales.list, { params, query: {} })
    const states = listed.list.map(({ state, product_name }) => [product_name, state])
    expect(states.sort()).toEqual([
      [unsold.name, 'unmatched'],
      [unsold.name, 'unmatched'],
      [sold.name, 'done'],
      [sold.name, 'done'],
    ])
  }).toPass()

  await findStudent()
  const access = admin.getByRole('region', { name: accessTitle })
  await expect(access).toContainText(/Sem acesso: a compra foi reembolsada em [\d/]+/)
  await expect(access).toContainText('Uma nova compra dá acesso outra vez. Se foi engano, adicione o aluno à turma.')
})
