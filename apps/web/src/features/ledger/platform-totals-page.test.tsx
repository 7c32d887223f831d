import { type AccountTotal, accountNames, ledger, totalsTexts } from '@escola/contract/ledger.contract'
import { platform } from '@escola/contract/platform.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, student } from '../../testing/show-screen.tsx'

const november: AccountTotal[] = [
  { account: 'provider', out_cents: 123456, in_cents: 0 },
  { account: 'balance', out_cents: 0, in_cents: 123456 },
]
const answer = (totals: AccountTotal[]) => ({ first_month: '2026-09', last_month: '2026-11', totals })

async function open(path = '/escolas/totais', role = 'admin') {
  const server = fakeServer()
  const calls = server.on(ledger.totals, ({ query }) => answer(query?.month === '2026-10' ? [] : november))
  server.on(platform.schools, () => ({
    schools: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
    mail_stopped: null,
  }))
  return { server, calls, ...(await showApp(server, path, () => ({ ...nowhere, user: { ...student, role } }))) }
}

it('shows what came and what went in the last month, with the sum of both, and another month', async () => {
  const { calls, at } = await open()
  const rows = await screen.findAllByRole('row')
  expect(rows.slice(1).map(({ textContent }) => textContent)).toEqual([
    `${accountNames.provider}R$ 1.234,56–`,
    `${accountNames.balance}–R$ 1.234,56`,
    'TotalR$ 1.234,56R$ 1.234,56',
  ])
  expect(screen.getByRole('table', { name: `${totalsTexts.title}: novembro de 2026` })).toBeTruthy()
  expect(calls[0]!.query).toEqual({})
  await userEvent.click(screen.getByRole('combobox', { name: 'Mês' }))
  await userEvent.click(await screen.findByRole('option', { name: 'outubro de 2026' }))
  expect(await screen.findByText('Nenhum movimento neste mês')).toBeTruthy()
  expect(at()).toBe('/escolas/totais?month=2026-10')
})

it('is led to from the list of schools, and says so while there is nothing', async () => {
  const { server } = await open('/escolas')
  server.on(ledger.totals, () => ({ first_month: null, last_month: null, totals: [] }))
  await userEvent.click(await screen.findByRole('link', { name: totalsTexts.title }))
  expect(await screen.findByText('Nenhuma escola movimentou dinheiro ainda')).toBeTruthy()
})

it('is of the platform alone: others are led to their schools', async () => {
  const { calls, at } = await open('/escolas/totais', '')
  await screen.findByText('Você ainda não faz parte de nenhuma escola')
  expect(at()).toBe('/escolas')
  expect(calls).toHaveLength(0)
})

it('says that the server does not answer, and asks again', async () => {
  const { server } = await open('/escolas')
  server.on(ledger.totals, () => fail('unavailable'))
  await userEvent.click(await screen.findByRole('link', { name: totalsTexts.title }))
  const again = await screen.findByRole('button', { name: 'Tentar novamente' })
  server.on(ledger.totals, () => answer(november))
  await userEvent.click(again)
  expect(await screen.findByRole('table')).toBeTruthy()
})
