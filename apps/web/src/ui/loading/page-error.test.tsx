import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { isMissingPart, markMissingPart } from './missing-part.ts'
import { PageError } from './page-error.tsx'

const entry = '/assets/index-1.js'
const pageOf = (script: string) => `<!doctype html><script type="module" src="${script}"></script>`
const reload = vi.fn()
let answer: () => Response

beforeEach(() => {
  reload.mockReset()
  sessionStorage.clear()
  const script = document.createElement('script')
  script.type = 'module'
  script.setAttribute('src', entry)
  document.head.append(script)
  vi.stubGlobal('location', { ...location, reload })
  vi.stubGlobal('fetch', async () => answer())
})
afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove()
})

const away = () => {
  throw new TypeError('Failed to fetch')
}
/** Fails like the build's loader does. */
const missing = () => {
  const payload = new TypeError('Failed to fetch dynamically imported module: https://escola.test/assets/c-2.js')
  markMissingPart({ payload })
  return payload
}
const reconnect = () => {
  for (const event of ['offline', 'online']) window.dispatchEvent(new Event(event))
}
const open = (error: Error) =>
  showScreen({
    at: '/c/vela/aula-1',
    route: '/c/$link/$classLink',
    show: () => <PageError error={error} />,
  })

it('does not leave the router the words that make it reload by itself', () => {
  expect(isMissingPart(missing())).toBe(true)
  expect(missing().message).not.toMatch(/^Failed to fetch dynamically imported module/)
  expect(isMissingPart(new TypeError('Failed to fetch'))).toBe(false)
})

it('stays where it is without a connection, and starts anew when there is one', async () => {
  answer = away
  await open(missing())
  expect(await screen.findByRole('heading', { level: 1, name: 'Não foi possível carregar' })).toBeTruthy()
  expect(screen.getByText(/Sem conexão/)).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Tentar novamente' }))
  expect(reload).not.toHaveBeenCalled()
  answer = () => new Response(pageOf(entry))
  reconnect()
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('asks again while the first requests of a new connection fail', async () => {
  answer = away
  await open(missing())
  await screen.findByText(/Sem conexão/)
  const asked = vi.spyOn(globalThis, 'fetch')
  reconnect()
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  answer = () => new Response(pageOf(entry))
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('starts anew when it is asked to and the school answers', async () => {
  answer = () => new Response(pageOf(entry))
  await open(missing())
  const again = await screen.findByRole('button', { name: 'Tentar novamente' })
  expect(reload).not.toHaveBeenCalled()
  await userEvent.click(again)
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
})

it('leaves a replaced version for the new one, once', async () => {
  answer = () => new Response(pageOf('/assets/index-2.js'))
  const asked = vi.spyOn(globalThis, 'fetch')
  await open(missing())
  await waitFor(() => expect(reload).toHaveBeenCalledTimes(1))
  await open(missing())
  await waitFor(() => expect(asked).toHaveBeenCalledTimes(2))
  expect(reload).toHaveBeenCalledTimes(1)
})

it.each([
  ['what the address names is no id', { fields: { cohortId: 'Invalid' } }, 'Página não encontrada'],
  ['another value is refused', { fields: { page: 'Invalid' } }, 'Não foi possível carregar'],
  ['no value is named', {}, 'Não foi possível carregar'],
])('says that there is no such page only where the address is at fault: %s', async (_, body, title) => {
  await open(new ApiError(400, { code: 'invalid_request', message: 'Pedido inválido', ...body }))
  expect(await screen.findByRole('heading', { level: 1, name: title })).toBeTruthy()
})

it('has a way out, for a lesson has no header', async () => {
  await open(new Error('Bum'))
  expect(await screen.findByText('Desculpe, algo deu errado por aqui')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ir para o início' })).toHaveProperty('pathname', '/')
  expect(document.title).toBe('Não foi possível carregar · Escola do Mar')
})
