import { platformPages } from '@escola/contract/page-texts'
import { pages } from '@escola/contract/pages.contract'
import type { School } from '@escola/contract/schools.contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { describe, expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { nowhere, school } from '../../testing/show-screen.tsx'

const serverWith = (html: string, is_default = false) => {
  const server = fakeServer()
  const text = { html, is_default }
  server.on(pages.get, () => text)
  const saves = server.on(pages.save, ({ body }) => {
    Object.assign(
      text,
      body.html ? { html: body.html, is_default: false } : { html: '<p>De fábrica</p>', is_default: true },
    )
    return { ...text }
  })
  return { server, saves }
}
const outside = (change: Partial<School>) => () => ({ ...nowhere, school: { ...school, role: [], ...change } })

describe('a visitor', () => {
  it('sees what the school wrote, cleaned once more', async () => {
    const { server } = serverWith('<h2>Quem somos</h2><p>Oi <img src=x onerror=alert(1)></p>')
    await showPage(server, '/sobre', 'student')
    expect(await screen.findByRole('heading', { name: 'Sobre Escola do Mar' })).toBeTruthy()
    expect(await screen.findByRole('heading', { name: 'Quem somos' })).toBeTruthy()
    expect(document.querySelector('main img')).toBeNull()
    expect(screen.queryByRole('textbox')).toBeNull()
  })

  it.each(['termos-e-condicoes', 'politica-de-privacidade'] as const)(
    'finds the platform’s %s where there is no school',
    async (page) => {
      await showApp(fakeServer(), `/${page}`, () => nowhere)
      const heading = /<h2>(.*?)<\/h2>/.exec(platformPages[page])![1]!
      expect(await screen.findByRole('heading', { name: heading })).toBeTruthy()
    },
  )

  it('takes back on the privacy page what they agreed to, and gives it again', async () => {
    const { server } = serverWith('<p>A política</p>')
    localStorage.setItem('escola.measuring.7', 'yes')
    // biome-ignore lint/suspicious/noDocumentCookie: as the service sets it
    document.cookie = '_ga=GA1.1.5; path=/'
    await showApp(server, '/politica-de-privacidade', outside({ google_analytics_code: 'G-ABC123' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Retirar o meu consentimento' }))
    expect(screen.getByText(/você recusa os cookies/)).toBeTruthy()
    expect([localStorage.getItem('escola.measuring.7'), document.cookie]).toEqual(['no', ''])
    expect(globalThis).toMatchObject({ 'ga-disable-G-ABC123': true })
    await userEvent.click(screen.getByRole('button', { name: 'Aceitar os cookies de medição' }))
    expect(localStorage.getItem('escola.measuring.7')).toBe('yes')
  })

  it('is not asked about cookies where the school counts no visitors', async () => {
    const { server } = serverWith('<p>A política</p>')
    localStorage.setItem('escola.measuring.7', 'yes')
    await showApp(server, '/politica-de-privacidade', outside({}))
    expect(await screen.findByText('A política')).toBeTruthy()
    expect(screen.queryByRole('region', { name: 'Cookies de medição' })).toBeNull()
  })

  it('of a private school finds its terms, and for the rest goes to the login first', async () => {
    const { server } = serverWith('<p>Os termos</p>')
    const terms = await showApp(server, '/termos-e-condicoes', outside({ is_private: true }))
    expect(await screen.findByText('Os termos')).toBeTruthy()
    expect(terms.at()).toBe('/termos-e-condicoes')
    const about = await showApp(server, '/sobre', outside({ is_private: true }))
    expect(about.at()).toBe('/login?redirect=%2Fsobre')
  })

  it.each(['/termos-e-condicoes', '/sobre'])('of a blocked school is led from %s to its contact', async (path) => {
    const { at } = await showApp(serverWith('').server, path, outside({ is_blocked: true }))
    expect(at()).toBe('/contato')
  })
})

describe('its editor', () => {
  it('goes back to the first text when asked to, after a question', async () => {
    const user = userEvent.setup()
    const { server, saves } = serverWith('<p>Nosso texto</p>')
    await showPage(server, '/termos-e-condicoes')
    expect(await screen.findByText('Nosso texto')).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Usar o texto padrão' }))
    await screen.findByRole('dialog')
    await user.click(lastButton())
    expect(await screen.findByText('De fábrica')).toBeTruthy()
    expect(saves.map(({ body }) => body.html)).toEqual([''])
    expect(screen.queryByRole('button', { name: 'Usar o texto padrão' })).toBeNull()
    expect(screen.getByText(/Este é um texto padrão/)).toBeTruthy()
  })

  it('saves what is typed by itself', async () => {
    const user = userEvent.setup()
    const { server, saves } = serverWith('<p>Nosso texto</p>')
    await showPage(server, '/sobre')
    await user.click(await screen.findByRole('textbox', { name: 'Texto de Sobre' }))
    await user.keyboard('E mais')
    await waitFor(() => expect(saves.at(-1)?.body.html).toContain('E mais'))
    expect(await screen.findByText('Salvo')).toBeTruthy()
  })
})

const lastButton = () => screen.getAllByRole('button', { name: 'Usar o texto padrão' }).at(-1)!
