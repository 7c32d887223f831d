import { dayMs } from '@escola/contract/durations'
import { undoTexts } from '@escola/contract/import-texts'
import { type Import, imports } from '@escola/contract/imports.contract'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ImportHistory } from './import-history.tsx'

const long = new Date(Date.now() - 2 * dayMs).toISOString()
const old: Import = {
  ...{ id: '5', filename: 'turma.csv', school_gateway_id: '3', status: 'done', failure: null, renews: false },
  ...{ total_students: 9, processed: 9, created: 9, enrolled: 9, unchanged: 0, refused: 0 },
  ...{ utc_created_on: long, utc_finished_on: long },
  undo: { status: 'done', total: 9, left: 9, kept: 0, utc_finished_on: long },
}

it('counts students that an older import has left once an administrator asks, and of that import alone', async () => {
  const server = fakeServer()
  server.on(imports.list, () => ({ imports: [old, { ...old, id: '4', filename: 'antiga.csv' }] }))
  const counts = server.on(imports.undoForecast, ({ params }) => ({
    ...{ leaving: 0, staying: 0, returned: '0.00', charged: '0.00' },
    forsaken: params.id === '4' ? 7 : 0,
  }))
  const show = () => <ImportHistory cohortId="3" action={null} />
  await showScreen({ at: '/turma/3', route: '/turma/3', as: 'admin', show })
  const entryOf = async (name: string) => within(await screen.findByRole('article', { name: `Importação de ${name}` }))
  const [first, second] = [await entryOf('turma.csv'), await entryOf('antiga.csv')]
  expect(counts).toHaveLength(0)
  await userEvent.click(second.getByRole('button', { name: undoTexts.countForsaken }))
  expect(await second.findByText(undoTexts.forsaken(7))).toBeTruthy()
  expect(counts.map(({ params }) => params.id)).toEqual(['4'])
  await userEvent.click(first.getByRole('button', { name: undoTexts.countForsaken }))
  expect(await first.findByText(undoTexts.noneForsaken)).toBeTruthy()
})
