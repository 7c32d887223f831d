import { platformTexts } from '@escola/contract/messages'
import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { school } from '../../../testing/show-screen.tsx'
import { forgetOldWorkers } from '../../../ui/loading/old-workers.ts'
import { loadAfterStart } from './after-start.ts'

const chat = 'https://chat.example/widget.js'
const setting = (name: string, content: string) => {
  const meta = document.createElement('meta')
  Object.assign(meta, { name: `escola:${name}`, content })
  document.head.append(meta)
}
const { matchMedia } = window
const wide = (isWide: boolean) => {
  window.matchMedia = (query) => ({ ...matchMedia(query), matches: isWide && query === '(min-width: 601px)' })
}
const chats = () => [...document.scripts].filter(({ src }) => src === chat)
afterEach(() => {
  window.matchMedia = matchMedia
  document.body.innerHTML = ''
  for (const each of document.head.querySelectorAll('meta[name^="escola:"], script')) each.remove()
})

const admin = { ...school, role: ['admin' as const] }

describe('the chat of others', () => {
  it('comes for administrators on wide windows, where one is configured', async () => {
    setting('chat', chat)
    wide(true)
    await loadAfterStart(admin)
    expect(chats()).toHaveLength(1)
  })
  it.each([
    ['a narrow window', admin, false, true],
    ['a student', school, true, true],
    ['no school', null, true, true],
    ['an installation without one', admin, true, false],
  ])('never comes for %s', async (_, where, isWide, isConfigured) => {
    if (isConfigured) setting('chat', chat)
    wide(isWide)
    await loadAfterStart(where)
    expect(chats()).toEqual([])
  })
})

describe('the bar of a visit', () => {
  it('says what the page is and leads out of it', async () => {
    await loadAfterStart({ ...admin, platform_view: true })
    const bar = screen.getByRole('complementary', { name: 'Visão da plataforma' })
    expect(bar.textContent).toContain(platformTexts.view)
    expect(screen.getByRole('link', { name: platformTexts.leave })).toHaveProperty('pathname', '/escolas')
  })
  it('is nowhere else', async () => {
    await loadAfterStart(admin)
    expect(screen.queryByRole('complementary')).toBeNull()
  })
})

it('takes away what an earlier program has left to answer in its place', async () => {
  const unregister = vi.fn(async () => true)
  const serviceWorker = { getRegistrations: async () => [{ unregister }, { unregister }] }
  vi.stubGlobal('navigator', { serviceWorker })
  await forgetOldWorkers()
  expect(unregister).toHaveBeenCalledTimes(2)
})
