import { type PlatformVisit, platform } from '@escola/contract/platform.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const visit: PlatformVisit = {
  id: '1',
  name: 'Vera Lopes',
  utc_began_on: '2026-03-01T17:00:00.000Z',
  utc_seen_on: '2026-03-01T17:41:00.000Z',
  total_changes: 2,
  changes: [
    { id: '2', method: 'POST', route: 'courses.publish', was_refused: false, utc_made_on: '2026-03-01T17:30:00.000Z' },
    { id: '1', method: 'POST', route: 'nova.rota', was_refused: true, utc_made_on: '2026-03-01T17:10:00.000Z' },
  ],
}
const show = async (list: PlatformVisit[], total = list.length, path = '/config/acessos') => {
  const server = fakeServer()
  const calls = server.on(platform.auditLog, () => ({ visits: { total, page: 1, rowsPerPage: 20, list } }))
  return { calls, ...(await showPage(server, path)) }
}

it('says which administrator was there, from when to when, and what they changed', async () => {
  const quiet = {
    ...visit,
    id: '3',
    name: 'Caio Reis',
    utc_seen_on: '2026-03-02T03:30:00.000Z',
    total_changes: 0,
    changes: [],
  }
  await show([visit, quiet])
  const texts = (await screen.findAllByRole('article')).map((each) => each.textContent)
  expect(texts[0]).toBe('Vera Lopes01/03/2026, 14:00 – 14:412 alterações14:30Publicou um curso14:10nova.rotaRecusado')
  expect(texts[1]).toBe('Caio Reis01/03/2026, 14:00 – 02/03/2026, 00:30Só olhou: nada foi alterado.')
})

it('says so when no administrator was there', async () => {
  await show([])
  expect(await screen.findByText('Ninguém da plataforma entrou na sua escola')).toBeTruthy()
})

it('asks for the page that the address names', async () => {
  const { calls } = await show([visit], 60, '/config/acessos?page=3')
  expect(await screen.findByText('Vera Lopes')).toBeTruthy()
  expect(calls[0]!.query).toEqual({ page: '3' })
})
