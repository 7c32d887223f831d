import { afterEach, expect, it } from 'vitest'
import { contextQuery } from '../../session/context.ts'
import { queryClient } from '../../session/query-client.ts'
import { contextOf, school } from '../../testing/show-screen.tsx'
import { startMeasuring } from './measuring.ts'

const both = { ...school, google_analytics_code: 'G-ABC123', facebook_pixel: '1234567890' }
const scripts = () => [...document.head.querySelectorAll('script')].map(({ src }) => new URL(src).host)
const notice = () => document.querySelector('[aria-label="Cookies de medição"]')
const press = (label: string) =>
  [...document.querySelectorAll('button')].find((each) => each.textContent === label)!.click()
const page = globalThis as { dataLayer?: IArguments[]; fbq?: { queue: unknown[][] } }

afterEach(() => {
  for (const script of document.head.querySelectorAll('script')) script.remove()
  notice()?.remove()
  delete page.dataLayer
  delete page.fbq
})

/** Stands in for the part of the router that is listened to. */
function walk(first: string) {
  const listeners = new Set<() => void>()
  const state = { location: { pathname: first } }
  const router = {
    state,
    basepath: '/mar',
    subscribe: (_: string, report: () => void) => {
      listeners.add(report)
      return () => listeners.delete(report)
    },
  }
  return {
    router: router as never,
    listeners,
    to: (pathname: string) => {
      state.location.pathname = pathname
      for (const listener of listeners) listener()
    },
  }
}
const listReportedPages = () =>
  (page.dataLayer ?? [])
    .filter(([command]) => command === 'event')
    .map(([, , { page_location }]) => new URL(page_location).pathname)

it('asks first, fetches nothing until it is agreed, and remembers', () => {
  startMeasuring(walk('/').router, both)
  expect(notice()?.textContent).toContain('Este site usa cookies de medição')
  expect(notice()?.querySelector('a')?.pathname).toBe('/mar/politica-de-privacidade')
  expect(scripts()).toEqual([])
  press('Aceitar')
  expect([notice(), scripts()]).toEqual([null, ['www.googletagmanager.com', 'connect.facebook.net']])
  startMeasuring(walk('/').router, both)
  expect(notice()).toBeNull()
  expect(scripts()).toHaveLength(4)
})

it('fetches nothing for a visitor who refuses, then and later, and asks in another school', () => {
  startMeasuring(walk('/').router, both)
  press('Recusar')
  startMeasuring(walk('/').router, both)
  expect([notice(), scripts()]).toEqual([null, []])
  startMeasuring(walk('/').router, { ...both, id: '8' })
  expect(notice()).not.toBeNull()
})

it('tells each page once, without what stands behind its path', () => {
  localStorage.setItem('escola.measuring.7', 'yes')
  const { router, to } = walk('/cursos')
  startMeasuring(router, { ...both, facebook_pixel: '' })
  to('/cursos')
  to('/c/massas')
  expect(listReportedPages()).toEqual(['/mar/cursos', '/mar/c/massas'])
  expect(scripts()).toEqual(['www.googletagmanager.com'])
})

it.each(['/recover/segredo', '/welcome/segredo', '/activate/segredo', '/login/segredo'])(
  'says nothing of %s',
  (address) => {
    localStorage.setItem('escola.measuring.7', 'yes')
    const { router, to } = walk(address)
    startMeasuring(router, both)
    expect(scripts()).toEqual([])
    to('/')
    expect(listReportedPages()).toEqual(['/mar/'])
    expect(JSON.stringify([[...page.dataLayer!].map((entry) => [...entry]), page.fbq!.queue])).not.toContain('segredo')
  },
)

it('stops counting and asking when the visitor turns out to be an administrator of the school', () => {
  const signInAsAdmin = () => queryClient.setQueryData(contextQuery.queryKey, contextOf('admin'))
  queryClient.setQueryData(contextQuery.queryKey, contextOf('visitor'))
  startMeasuring(walk('/').router, both)
  signInAsAdmin()
  expect(notice()).toBeNull()
  queryClient.setQueryData(contextQuery.queryKey, contextOf('visitor'))
  localStorage.setItem('escola.measuring.7', 'yes')
  const { router, to, listeners } = walk('/cursos')
  startMeasuring(router, { ...both, facebook_pixel: '' })
  signInAsAdmin()
  to('/turmas')
  expect([listReportedPages(), listeners.size]).toEqual([['/mar/cursos'], 0])
})

it('neither asks nor counts an administrator of the school', () => {
  startMeasuring(walk('/').router, { ...both, role: ['admin'] })
  localStorage.setItem('escola.measuring.7', 'yes')
  startMeasuring(walk('/').router, { ...both, role: ['admin', 'student'] })
  expect([notice(), scripts()]).toEqual([null, []])
})
