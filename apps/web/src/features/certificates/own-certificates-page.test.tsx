import { type Certificate, certificates } from '@escola/contract/certificates.contract'
import type { Context, School } from '@escola/contract/schools.contract'
import { ownDataTitle, pageTitles } from '@escola/contract/titles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp } from '../../testing/show-app.tsx'
import { nowhere, school, student } from '../../testing/show-screen.tsx'

const mar = { id: '7', name: 'Escola do Mar', role: ['student' as const], base_path: '/mar', logo_square_url: '' }
const certificate: Certificate = {
  id: '9',
  degree_id: '1',
  degree_title: 'Vela para iniciantes',
  degree_link: 'vela',
  code: 'ABCD-EFGH-JKMN',
  status: 'ready',
  workload_hours_pretty: '1h30',
  utc_completed_on: '2026-11-21T01:30:00.000Z',
  utc_issued_on: '2026-11-21T01:31:00.000Z',
  corrected_name: null,
  shows_hours: true,
  shows_syllabus: false,
}
const blocked: School = { ...school, role: ['student'], is_blocked: true }
const outside: Context = { ...nowhere, user: student, schools: [mar, { ...mar, id: '8', name: 'Escola do Rio' }] }

it('has the certificates of a school outside it, with their PDFs and pages', async () => {
  const server = fakeServer()
  const asked = server.on(certificates.mine, () => ({ certificates: [certificate] }))
  const links = server.on(certificates.pdfLink, () => ({ url: 'https://files.example/c.pdf' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await showApp(server, '/minha-conta/certificados?escola=7', () => outside)
  const mine = within(await screen.findByRole('region', { name: 'Escola do Mar' }))
  expect(mine.getByRole('link', { name: 'Página de verificação' }).getAttribute('href')).toBe('/mar/v/ABCD-EFGH-JKMN')
  await userEvent.click(mine.getByRole('button', { name: 'Baixar certificado de Vela para iniciantes' }))
  await waitFor(() => expect(clicked).toHaveBeenCalledTimes(1))
  expect([asked, links].map((calls) => calls.map(({ params }) => params))).toEqual([
    [{ schoolId: '7' }],
    [{ schoolId: '7', id: '9' }],
  ])
})

it('has the certificates of the other schools where one does not answer', async () => {
  const server = fakeServer()
  server.on(certificates.mine, ({ params }) => {
    if (params.schoolId === '8') return fail('unavailable')
    return { certificates: [certificate] }
  })
  await showApp(server, '/minha-conta/certificados', () => outside)
  const mine = within(await screen.findByRole('region', { name: 'Escola do Mar' }))
  expect(mine.getByRole('heading', { name: 'Vela para iniciantes' })).toBeTruthy()
  const other = within(screen.getByRole('region', { name: 'Escola do Rio' }))
  expect(await other.findByRole('alert')).toBeTruthy()
})

it('is there on the own domain of a blocked school too, and nothing else of the school', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate] }))
  const context = { ...outside, school: { ...blocked, base_path: '' } }
  const { at, router } = await showApp(server, '/minha-conta/certificados', () => context)
  expect(at()).toBe('/minha-conta/certificados')
  expect(await screen.findByRole('heading', { name: 'Vela para iniciantes' })).toBeTruthy()
  expect(screen.queryByRole('region', { name: 'Escola do Rio' })).toBeNull()
  expect(screen.queryByRole('complementary')).toBeNull()
  await router.navigate({ to: '/minha-conta' })
  const way = await screen.findByRole('link', { name: pageTitles.certificates })
  expect(way.getAttribute('href')).toBe('/minha-conta/certificados')
})

it.each(['/minha-conta', '/minha-conta/dados', '/minha-conta/seguranca', '/minha-conta/certificados'])(
  'leads from a blocked school to %s outside it',
  async (page) => {
    const replace = vi.fn()
    vi.stubGlobal('location', { ...location, replace })
    void showApp(fakeServer(), page, () => ({ ...outside, school: blocked }))
    await waitFor(() => expect(replace.mock.calls).toEqual([[page]]))
  },
)

it('is led to from the contact of a blocked school, with the rest of what is the user’s own', async () => {
  await showApp(fakeServer(), '/contato', () => ({ ...outside, school: blocked }))
  const own = within(await screen.findByRole('region', { name: 'O que é seu continua com você' }))
  expect(own.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
    [pageTitles.certificates, '/minha-conta/certificados?escola=7'],
    [pageTitles.account, '/minha-conta'],
    [ownDataTitle, '/minha-conta/dados'],
    ['Segurança', '/minha-conta/seguranca'],
  ])
})

it('asks a visitor of a blocked school to sign in', async () => {
  await showApp(fakeServer(), '/contato', () => ({ ...nowhere, school: { ...blocked, role: [] } }))
  const link = await screen.findByRole('link', { name: 'Entrar para baixar os meus certificados' })
  expect(link).toHaveProperty('pathname', '/mar/login')
})
