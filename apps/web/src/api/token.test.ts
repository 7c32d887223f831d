import { afterEach, expect, it, vi } from 'vitest'
import { deviceStore, tabStore } from './storage.ts'
import {
  carryByLinks,
  carryOnLeaving,
  carryToken,
  forgetToken,
  loadPage,
  readStoredToken,
  readToken,
  storeToken,
  tokenKey,
} from './token.ts'

/** The browser keeps nothing, or only what the tab's own store takes. */
const closeStores = (isTabOpen: boolean) => {
  const { setItem } = Storage.prototype
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
    if (isTabOpen && this === sessionStorage) return setItem.call(this, key, value)
    throw new DOMException('Full', 'QuotaExceededError')
  })
}
const watchLocation = () => {
  const seen = { assign: vi.fn(), replace: vi.fn(), reload: vi.fn() }
  vi.stubGlobal('location', { ...location, ...seen, href: location.href, origin: location.origin })
  return seen
}
afterEach(() => {
  vi.restoreAllMocks()
  // The next token is kept by the browser again.
  storeToken('')
  history.replaceState(null, '', '/')
})

it('stays the token that the page began with, whatever other tabs store', () => {
  localStorage.setItem('escola.token', 'ana')
  expect(readToken()).toBe('ana')
  localStorage.setItem('escola.token', 'bruno')
  expect([readToken(), readStoredToken()]).toEqual(['ana', 'bruno'])
})

it('is forgotten where the browser keeps it, and another one is not', () => {
  storeToken('ana')
  forgetToken()
  expect([readToken(), localStorage.getItem('escola.token')]).toEqual([null, null])
  storeToken('ana')
  localStorage.setItem('escola.token', 'bruno')
  forgetToken()
  expect([readToken(), localStorage.getItem('escola.token')]).toEqual([null, 'bruno'])
})

it('is the tab’s where the device has no room, and no page carries it', () => {
  localStorage.setItem('escola.token', 'bruno')
  closeStores(true)
  storeToken('ana')
  carryToken()
  expect([readStoredToken(), sessionStorage.getItem('escola.token'), history.state]).toEqual(['ana', 'ana', null])
})

it('goes along with the page where the browser keeps nothing, and never to another site', async () => {
  closeStores(false)
  const seen = watchLocation()
  storeToken('ana')
  history.replaceState({ place: 1 }, '', '/login')
  loadPage('/mar/')
  expect(seen.reload).toHaveBeenCalledOnce()
  expect([new URL(document.URL).pathname, history.state]).toEqual(['/mar/', { escolaToken: 'ana' }])
  // The next page has a memory of its own. Files share their modules, so it has a name of its own here.
  for (const store of [deviceStore, tabStore]) store.write(tokenKey, null)
  globalThis.escolaToken = undefined
  const address = './token.ts?next'
  const next: typeof import('./token.ts') = await import(/* @vite-ignore */ address)
  expect([next.readToken(), next.readStoredToken()]).toEqual(['ana', 'ana'])

  // A user who signs out there has signed out, whatever the entry of the history held.
  history.replaceState({ ...history.state, place: 2 }, '')
  next.forgetToken()
  next.carryToken()
  expect([next.readToken(), next.readStoredToken(), history.state]).toEqual([null, null, { place: 2 }])
  storeToken('ana')

  loadPage('https://mar.example/')
  expect(seen.assign).toHaveBeenCalledWith('https://mar.example/')
  forgetToken()
  history.replaceState(null, '', '/mar/')
  carryToken()
  expect(history.state).toBeNull()
})

/** Clicks a link of the page; the browser would follow it where nothing has. */
function clickLink(attributes: Record<string, string>, how: MouseEventInit = {}) {
  const link = document.createElement('a')
  for (const [name, value] of Object.entries(attributes)) link.setAttribute(name, value)
  link.innerHTML = '<b>Mar</b>'
  document.body.append(link)
  link.firstElementChild!.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...how }))
  link.remove()
}

it('goes along by links to other pages of this site, and leaves all other links to the browser', () => {
  closeStores(false)
  storeToken('ana')
  const seen = watchLocation()
  const stop = carryByLinks()
  const left: string[] = []
  const keep = (event: Event) => {
    if (!event.defaultPrevented) left.push((event.target as Element).closest('a')!.getAttribute('href')!)
    event.preventDefault()
  }
  addEventListener('click', keep)
  clickLink({ href: '/mar/' })
  expect([new URL(document.URL).pathname, seen.reload.mock.calls.length, left]).toEqual(['/mar/', 1, []])
  history.replaceState(null, '', '/')
  Object.assign(location, { pathname: '/', search: '' })
  clickLink({ href: 'https://mar.example/' })
  clickLink({ href: 'mailto:dora@mar.example' })
  clickLink({ href: '#conteudo' })
  clickLink({ href: '/1', target: '_blank' })
  clickLink({ href: '/2', download: '' })
  clickLink({ href: '/3' }, { ctrlKey: true })
  // A link that the router has taken.
  document.addEventListener('click', (event) => event.preventDefault(), { once: true })
  clickLink({ href: '/4' })
  forgetToken()
  clickLink({ href: '/5' })
  expect(left).toEqual(['https://mar.example/', 'mailto:dora@mar.example', '#conteudo', '/1', '/2', '/3', '/5'])
  expect(seen.reload).toHaveBeenCalledOnce()
  removeEventListener('click', keep)
  stop()
})

it('is no more the one that was handed over, once the browser keeps another', async () => {
  history.replaceState({ escolaToken: 'ana' }, '')
  const address = './token.ts?kept'
  const next: typeof import('./token.ts') = await import(/* @vite-ignore */ address)
  expect(next.readStoredToken()).toBe('ana')
  next.storeToken('ana-2')
  expect([next.readStoredToken(), history.state]).toEqual(['ana-2', {}])
  localStorage.removeItem(tokenKey)
  expect(next.readStoredToken()).toBeNull()
})

it.each(['beforeunload', 'pagehide'])('goes along when the browser loads the page anew, by %s', (leaving) => {
  history.replaceState(null, '')
  closeStores(false)
  carryOnLeaving()
  storeToken('ana')
  expect(history.state).toBeNull()
  dispatchEvent(new Event(leaving))
  expect(history.state).toEqual({ escolaToken: 'ana' })
  forgetToken()
})

it('is not in the history where the browser keeps it', () => {
  history.replaceState(null, '')
  const seen = watchLocation()
  storeToken('ana')
  carryToken()
  loadPage('/mar/')
  loadPage('/rio/', 'replace')
  expect([history.state, seen.assign.mock.calls, seen.replace.mock.calls]).toEqual([null, [['/mar/']], [['/rio/']]])
})
