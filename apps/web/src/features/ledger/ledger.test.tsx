import { charges } from '@escola/contract/charges.contract'
import { ledger, ledgerMessages, type Movement } from '@escola/contract/ledger.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'
import { typedCents } from '../../ui/money/typed-cents.ts'
import { monthsSince, nameOfMonth } from './months.ts'

const gift: Movement = {
  id: '2',
  kind: 'adjustment',
  reason: 'Bem-vinda',
  booked_by: 'Rui Operador',
  outside_cents: 0,
  quantity: 1,
  month: '',
  path: '',
  cents: 123456,
  points: 0,
  balance_after: 123456,
  points_after: 600,
  item: null,
  utc_booked_on: '2026-10-20T12:00:00.000Z',
}
const bank = { balance: '1234.56', points: 600 }
const statement = (list: Movement[]) => ({
  bank,
  first_month: list.length ? '2026-10' : null,
  movements: { total: list.length, page: 1, rowsPerPage: 50, list },
})
const context = (points: number) => () => ({ ...contextOf('admin'), bank: { ...bank, points } })

it.each([
  ['12', 1200],
  ['-12,5', -1250],
  ['R$ 1.234,56', 123456],
  ['− 3,07', -307],
  ['1.23', Number.NaN],
  ['12,345', Number.NaN],
  ['', Number.NaN],
  ['abc', Number.NaN],
])('reads %j as %d cents', (typed, cents) => expect(typedCents(typed)).toBe(cents))

it('lists months over the turn of a year, newest first', () => {
  expect(monthsSince('2026-11', '2027-02').map(nameOfMonth)).toEqual([
    'fevereiro de 2027',
    'janeiro de 2027',
    'dezembro de 2026',
    'novembro de 2026',
  ])
})

it('shows what the school has and each movement, of a month too', async () => {
  const server = fakeServer()
  const asked = server.on(ledger.statement, () => statement([gift]))
  server.on(charges.month, () => ({ month_students: { counted: 3, charged: 0, free: 15 } }))
  await showPage(server, '/bank')
  expect(await screen.findByText('3 de 15 alunos grátis usados neste mês')).toBeTruthy()
  expect(await screen.findByText('R$ 1.234,56', { selector: 'strong' })).toBeTruthy()
  // The context was loaded before the balance changed.
  expect(screen.getByRole('link', { name: 'Saldo: R$ 1.234,56' })).toBeTruthy()
  const table = within(screen.getByRole('table', { name: 'Extrato' }))
  expect(table.getByText('Bem-vinda')).toBeTruthy()
  expect(table.getByText('Por Rui Operador')).toBeTruthy()
  expect(table.getByText('+ R$ 1.234,56')).toBeTruthy()
  await userEvent.click(screen.getByRole('combobox', { name: 'Mês' }))
  await userEvent.click(await screen.findByRole('option', { name: 'outubro de 2026' }))
  await screen.findByDisplayValue('outubro de 2026')
  expect(asked.at(-1)!.query).toMatchObject({ month: '2026-10' })
  expect(screen.queryByRole('button', { name: 'Ajustar saldo' })).toBeNull()
})

it('leads from a movement to what caused it, and says of money of a plan that the balance never sees it', async () => {
  const server = fakeServer()
  const month: Movement = {
    ...gift,
    kind: 'plan',
    item: 'super',
    reason: '',
    path: '/bank/pagamentos?pagamento=31#31',
    cents: 0,
    outside_cents: 59_900,
  }
  const disputed: Movement = { ...month, id: '2', kind: 'dispute_lost', item: 'max', outside_cents: 10_000 }
  server.on(ledger.statement, () => statement([month, { ...gift, id: '1' }, disputed]))
  await showPage(server, '/bank')
  expect(await screen.findByRole('heading', { name: 'Extrato' })).toBeTruthy()
  const [, plan, adjustment, pack] = within(screen.getByRole('table', { name: 'Extrato' })).getAllByRole('row')
  const cause = within(plan!).getByRole('link', { name: 'Mensalidade do plano Super: R$ 599,00' })
  const { pathname, searchParams, hash } = new URL(cause.getAttribute('href')!, location.origin)
  expect([pathname, searchParams.get('pagamento'), hash]).toEqual(['/mar/bank/pagamentos', '"31"', '#31'])
  expect(within(plan!).getByText(ledgerMessages.outside)).toBeTruthy()
  expect(within(adjustment!).queryByRole('link')).toBeNull()
  expect(within(adjustment!).queryByText(ledgerMessages.outside)).toBeNull()
  // The sum left the balance when the dispute began.
  expect(within(pack!).getByText(/o valor voltou ao cartão/)).toBeTruthy()
  expect(within(pack!).queryByText(ledgerMessages.outside)).toBeNull()
})

it('says of a school without movements that there are none', async () => {
  const server = fakeServer()
  server.on(ledger.statement, () => statement([]))
  await showPage(server, '/bank')
  expect(await screen.findByText('Nada entrou nem saiu ainda')).toBeTruthy()
  expect(screen.queryByRole('combobox', { name: 'Mês' })).toBeNull()
})

it('swaps points after a question, by the tiers for which there are enough', async () => {
  const server = fakeServer()
  const swaps = server.on(ledger.swapPoints, () => ({ bank: { balance: '1244.56', points: 100 } }))
  await showApp(server, '/pontos', context(600))
  expect(await screen.findByText('Faltam 400 pontos')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /1\.000 pontos/ })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Trocar 500 pontos por R$ 10,00' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Trocar' }))
  expect(await screen.findByRole('heading', { name: ledgerMessages.swapped, level: 1 })).toBeTruthy()
  expect(screen.getByText(`${ledgerMessages.swappedFor(1000)} Tem agora R$ 1.244,56 e 100 pontos.`)).toBeTruthy()
  expect(swaps.map(({ body }) => body)).toEqual([{ pointsToRemove: 500 }])
  await userEvent.click(screen.getByRole('button', { name: 'Trocar mais pontos' }))
  // The header and the page show the bank that the answer brought.
  expect(await screen.findByText('Faltam 900 pontos')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /500 pontos/ })).toBeNull()
})

it('shows the points that are left where another window has swapped them', async () => {
  const server = fakeServer()
  let points = 600
  server.on(ledger.swapPoints, () => {
    points = 50
    return fail('internal')
  })
  await showApp(server, '/pontos', () => context(points)())
  await userEvent.click(await screen.findByRole('button', { name: 'Trocar 500 pontos por R$ 10,00' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Trocar' }))
  expect(await screen.findByText('Faltam 450 pontos')).toBeTruthy()
})

it('lets an administrator of the platform adjust the balance, with the refused field beside it', async () => {
  const server = fakeServer()
  server.on(ledger.statement, () => statement([gift]))
  const adjusted = server.on(ledger.adjust, () => ({ bank: { balance: '1222.06', points: 600 } }))
  const view = contextOf('admin')
  await showApp(server, '/bank', () => ({ ...view, school: { ...view.school!, platform_view: true } }))
  await userEvent.click(await screen.findByRole('button', { name: 'Ajustar saldo' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Valor em reais'), 'doze')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajustar' }))
  expect(await dialog.findByText(ledgerMessages.amount)).toBeTruthy()
  expect(dialog.getByText(ledgerMessages.reason)).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Valor em reais'))
  await userEvent.type(dialog.getByLabelText('Valor em reais'), '-12,50')
  await userEvent.type(dialog.getByLabelText('Motivo'), 'Cobrança em dobro')
  await userEvent.click(dialog.getByRole('button', { name: 'Ajustar' }))
  expect(await screen.findByText(ledgerMessages.adjusted)).toBeTruthy()
  expect(adjusted.map(({ body }) => body)).toEqual([{ cents: -1250, reason: 'Cobrança em dobro' }])
})
