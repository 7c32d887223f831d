import { errors } from '@escola/contract/errors'
import { type Import, imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ImportHistory } from './import-history.tsx'

it('says that the imports could not be loaded, and tries again', async () => {
  const server = fakeServer()
  server.on(imports.list, () => fail('unavailable'))
  await showScreen({ at: '/turma/3', route: '/turma/3', as: 'admin', show: () => <ImportHistory cohortId="3" /> })
  expect(await screen.findByRole('heading', { name: 'Importações' })).toBeTruthy()
  expect(screen.getByText(errors.unavailable.pt)).toBeTruthy()
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await expect.poll(() => screen.queryByRole('heading', { name: 'Importações' })).toBeNull()
})

it('leaves refused rows put away when the administrator comes back', async () => {
  const entry: Import = {
    id: '5',
    school_gateway_id: '3',
    filename: 'turma.csv',
    total_students: 1,
    status: 'done',
    processed: 1,
    created: 0,
    enrolled: 0,
    unchanged: 0,
    refused: 1,
    failure: null,
    utc_created_on: new Date().toISOString(),
    utc_finished_on: new Date().toISOString(),
  }
  const server = fakeServer()
  server.on(imports.list, () => ({ imports: [entry] }))
  const refusals = [{ line: 2, name: 'Ana', email: '', cellphone: '', reason: 'no_email' as const }]
  server.on(imports.get, () => ({ import: entry, refusals }))
  const open = () =>
    showScreen({ at: '/turma/3', route: '/turma/3', as: 'admin', show: () => <ImportHistory cohortId="3" /> })
  await open()
  expect(await screen.findByRole('table', { name: 'Linhas recusadas de turma.csv' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Esconder recusados' }))
  expect(screen.queryByRole('table')).toBeNull()
  cleanup()
  await open()
  await userEvent.click(await screen.findByRole('button', { name: 'Ver recusados' }))
  expect(await screen.findByRole('table', { name: 'Linhas recusadas de turma.csv' })).toBeTruthy()
})
