import { imports } from '@escola/contract/imports.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ImportHistory } from './import-history.tsx'

it('says that the imports could not be loaded, and tries again', async () => {
  const server = fakeServer()
  server.on(imports.list, () => refuse('unavailable'))
  await showScreen({ at: '/turma/3', route: '/turma/3', as: 'admin', show: () => <ImportHistory cohortId="3" /> })
  expect(await screen.findByRole('heading', { name: 'Importações' })).toBeTruthy()
  expect(screen.getByText('Estamos voltando. Tente novamente em instantes')).toBeTruthy()
  server.on(imports.list, () => ({ imports: [] }))
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  await expect.poll(() => screen.queryByRole('heading', { name: 'Importações' })).toBeNull()
})
