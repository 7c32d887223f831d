import { unpaidMonthsTexts } from '@escola/contract/billing-texts'
import { platform } from '@escola/contract/platform.contract'
import { subscriptions, type UnpaidMonth } from '@escola/contract/subscriptions.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, student } from '../../testing/show-screen.tsx'

const month: UnpaidMonth = {
  id: '7',
  name: 'Ateliê do Pão',
  url: 'https://escola.example/escola/7/planos',
  plan_id: 'middle',
  cents: 19_900,
  way: 'pix',
  reason: '',
  utc_began_on: '2026-12-26T12:00:00.000Z',
  utc_ends_on: '2027-01-02T12:00:00.000Z',
}
const byCard: UnpaidMonth = { ...month, id: '8', name: 'Mar', plan_id: 'super', cents: 59_900, way: 'card' }
const answer = (list: UnpaidMonth[]) => ({ graces: { total: list.length, page: 1, rowsPerPage: 50, list } })

async function open(path: string, role = 'admin') {
  const server = fakeServer()
  const calls = server.on(subscriptions.listGraces, () => answer([month, { ...byCard, reason: 'Saldo insuficiente' }]))
  server.on(platform.schools, () => ({
    schools: { total: 0, more: false, page: 1, rowsPerPage: 50, list: [] },
    mail_stopped: null,
  }))
  return { server, calls, ...(await showApp(server, path, () => ({ ...nowhere, user: { ...student, role } }))) }
}

it('lists the months that schools have not paid, and leads to their plans', async () => {
  await open('/escolas/renovacoes')
  const [, first, second] = await screen.findAllByRole('row')
  expect([first, second].map((row) => row!.textContent)).toEqual([
    `Ateliê do PãoMiddleR$ 199,00Pix${unpaidMonthsTexts.reasons.pix}26/12/2026, 09:0002/01/2027, 09:00`,
    'MarSuperR$ 599,00CartãoSaldo insuficiente26/12/2026, 09:0002/01/2027, 09:00',
  ])
  expect(screen.getByRole('link', { name: 'Mar' }).getAttribute('href')).toBe(month.url)
})

it('says that no month is unpaid, that the server does not answer, and asks again', async () => {
  const { server } = await open('/escolas')
  server.on(subscriptions.listGraces, () => fail('unavailable'))
  await userEvent.click(await screen.findByRole('link', { name: unpaidMonthsTexts.title }))
  const again = await screen.findByRole('button', { name: 'Tentar novamente' })
  server.on(subscriptions.listGraces, () => answer([]))
  await userEvent.click(again)
  expect(await screen.findByText(unpaidMonthsTexts.none)).toBeTruthy()
})

it('is of the platform alone', async () => {
  const { calls, at } = await open('/escolas/renovacoes', '')
  await screen.findByText('Você ainda não faz parte de nenhuma escola')
  expect([at(), calls]).toEqual(['/escolas', []])
})
