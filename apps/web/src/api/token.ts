import { deviceStore, tabStore } from './storage.ts'

declare global {
  /** Token of the session that this page began with, null of a visitor; early.ts, which is part of the page itself, reads it first. */
  var escolaToken: string | null | undefined
}

export const tokenKey = 'escola.token'

// The router's own functions would take these entries for pages of it.
const { pushState, replaceState } = History.prototype

/** Token that the page before this one has handed over, because the browser keeps nothing. */
let carriedToken: string | null = history.state?.escolaToken ?? null
let isCarried = carriedToken !== null

/** Gives up what was handed over: here, and in the entry of the history that the next load of this page would read. */
function dropCarried() {
  carriedToken = null
  isCarried = false
  if (!history.state?.escolaToken) return
  const { escolaToken: _, ...state } = history.state
  replaceState.call(history, state, '')
}

/** Reads the token that a page would begin with now: the newest one of all tabs, unless the device had no room for this tab's. */
export const readStoredToken = () => tabStore.read(tokenKey) ?? deviceStore.read(tokenKey) ?? carriedToken

/** Reads the token of this page. A page belongs to one user: a sign-in in another tab changes nothing about it. */
export function readToken(): string | null {
  if (globalThis.escolaToken === undefined) globalThis.escolaToken = readStoredToken()
  return globalThis.escolaToken
}

/** Goes on in another session of the page's own user. */
export const adoptToken = (token: string) => {
  globalThis.escolaToken = token
}

/** Keeps the token of a session that this page has just begun. */
export function storeToken(token: string) {
  adoptToken(token)
  dropCarried()
  const isOnDevice = deviceStore.write(tokenKey, token)
  const isInTab = tabStore.write(tokenKey, isOnDevice ? null : token)
  isCarried = !isOnDevice && !isInTab
  carryOnReload()
}

/** Forgets the page's token; one that another tab has stored meanwhile is not this page's to forget. */
export function forgetToken() {
  for (const store of [tabStore, deviceStore]) if (store.read(tokenKey) === readToken()) store.write(tokenKey, null)
  dropCarried()
  globalThis.escolaToken = null
}

/** Hands the token over to the page that is loaded next in this entry of the history, where the browser keeps it nowhere else. */
export function carryToken() {
  const token = readToken()
  if (isCarried && token) replaceState.call(history, { ...history.state, escolaToken: token }, '')
}

/** On a reload, Chromium saves the history entry before `pagehide`. Only a carried session listens, because Firefox caches no page that has a listener. */
const carryOnReload = () => {
  if (isCarried) addEventListener('beforeunload', carryToken)
}

/** Hands the token over whenever this page is left; `pagehide` is all that Safari on iOS has. */
export function carryOnLeaving() {
  addEventListener('pagehide', carryToken)
  carryOnReload()
}

/** Loads another page as a whole. A session that only this page has goes along, unless the page is another site's. */
export function loadPage(address: string, how: 'assign' | 'replace' = 'assign') {
  if (!isCarried || new URL(address, location.href).origin !== location.origin) return location[how](address)
  const enter = how === 'assign' ? pushState : replaceState
  enter.call(history, { escolaToken: readToken() }, '', address)
  location.reload()
}

/** Takes the session along where a link leads to another page of this site, also one in a text of the school: a screen, a school's own text. */
export function carryByLinks() {
  const follow = (event: MouseEvent) => {
    const { defaultPrevented, button, metaKey, ctrlKey, shiftKey, altKey, target } = event
    const link = target instanceof Element ? target.closest('a') : null
    if (!isCarried || defaultPrevented || !link || link.target || link.hasAttribute('download')) return
    // The browser opens these elsewhere, where the session does not go.
    if (button !== 0 || metaKey || ctrlKey || shiftKey || altKey) return
    const { protocol, origin, pathname, search, hash, href } = link
    const isHere = hash !== '' && pathname + search === location.pathname + location.search
    if (!protocol.startsWith('http') || origin !== location.origin || isHere) return
    event.preventDefault()
    loadPage(href)
  }
  // On the window: by then every other listener has said whether the click is its own.
  addEventListener('click', follow)
  return () => removeEventListener('click', follow)
}
