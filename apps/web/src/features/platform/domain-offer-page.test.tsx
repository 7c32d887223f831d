import { allFreeText } from '@escola/contract/billing-texts'
import { ledger } from '@escola/contract/ledger.contract'
import { cleanup, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

it('says what an own domain costs on the plan of the school', async () => {
  await showApp(fakeServer(), '/offer/dominio', () => contextOf('admin'))
  expect(await screen.findByText(/R\$ 0,50/)).toBeTruthy()
  cleanup()
  const resource = { plan_id: 'middle', plan_name: 'Middle', price_ssl: '0.00', free_students: 1000 } as const
  await showApp(fakeServer(), '/offer/dominio', () => ({ ...contextOf('admin'), resource }))
  expect(await screen.findByText('Grátis')).toBeTruthy()
  expect(screen.getByText('Vem com o plano Middle.')).toBeTruthy()
})

it.each(['/offer/dominio', '/planos', '/bank'])(
  'says at %s that nothing costs where no payments are taken',
  async (path) => {
    const server = fakeServer()
    server.on(ledger.statement, () => ({
      bank: { balance: '0.00', points: 0 },
      movements: { total: 0, page: 1, rowsPerPage: 50, list: [] },
      first_month: null,
    }))
    const context = contextOf('admin')
    const resource = { ...context.resource, price_ssl: '0.00' }
    await showApp(server, path, () => ({ ...context, resource, billing: false }))
    expect(await screen.findByText(allFreeText)).toBeTruthy()
    expect(screen.queryByText(/R\$ [1-9]/)).toBeNull()
  },
)
