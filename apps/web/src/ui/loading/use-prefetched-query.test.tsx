import { queryOptions } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { showScreen } from '../../testing/show-screen.tsx'
import { usePrefetchedQuery } from './use-prefetched-query.ts'

const greeting = queryOptions({ queryKey: ['greeting'], queryFn: async () => 'Bom dia' })
const Greeting = () => <p>{usePrefetchedQuery(greeting).data}</p>
const open = (isLoaded: boolean) =>
  showScreen({
    at: '/oi',
    route: '/oi',
    load: async (client) => isLoaded && client.ensureQueryData(greeting),
    show: () => <Greeting />,
  })

it('shows what the loader has loaded', async () => {
  await open(true)
  expect(await screen.findByText('Bom dia')).toBeTruthy()
})

it('throws where the loader forgot it', async () => {
  const report = vi.spyOn(console, 'error').mockImplementation(() => {})
  await open(false)
  expect(await screen.findByRole('heading', { name: 'Desculpe, algo deu errado por aqui' })).toBeTruthy()
  expect(String(report.mock.calls.flat()[0])).toContain(`The route's loader must load ["greeting"]`)
})
