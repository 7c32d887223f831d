import { purchaseList } from '@escola/contract/purchase-list.contract'
import { sales } from '@escola/contract/sales.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { CohortSales } from './cohort-sales.tsx'
import { lost, purchaseOf, sale } from './sale-list-page.testing.tsx'

it('shows the sales of a class in rows, and opens all that was told of a purchase', async () => {
  const server = fakeServer()
  server.on(sales.list, () => ({
    sales: { total: 2, more: false, page: 1, rowsPerPage: 50, list: [sale, lost] },
    ...{ unmatched: 1, without_email: 0, not_understood: 0 },
  }))
  const opened = server.on(purchaseList.get, () => ({ purchase: purchaseOf(lost), sales: [lost], phone_e164: null }))
  const show = () => <CohortSales cohortId="3" page={1} onPage={() => {}} />
  await showScreen({ at: '/', route: '/', as: 'admin', show })
  const row = within(await screen.findByRole('row', { name: /Pedro Reis/ }))
  expect(row.getByText('Sem turma')).toBeTruthy()
  await userEvent.click(row.getByRole('button', { name: 'Pedro Reis' }))
  const sheet = within(await screen.findByRole('dialog', { name: 'Compra' }))
  expect(await sheet.findByRole('button', { name: /^Escolher turma/ })).toBeTruthy()
  expect(opened.map(({ params }) => params.id)).toEqual(['91'])
})
