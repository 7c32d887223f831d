import { certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { type Certificate, certificates } from '@escola/contract/certificates.contract'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

type Server = ReturnType<typeof fakeServer>
const open = (server: Server) => showPage(server, '/certificados', 'student')
const certificate = (change: Partial<Certificate> = {}): Certificate => ({
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
  ...change,
})

it('shows each certificate with its day in São Paulo, its hours and where it is verified', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate()] }))
  await open(server)
  expect(await screen.findByRole('heading', { name: 'Vela para iniciantes' })).toBeTruthy()
  expect(screen.getByText('Concluído em 20/11/2026')).toBeTruthy()
  expect(screen.getByText('Carga horária: 1h30')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Página de verificação' })).toHaveProperty(
    'pathname',
    '/mar/v/ABCD-EFGH-JKMN',
  )
})

it('downloads the PDF through its signed link', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate()] }))
  server.on(certificates.pdfLink, () => ({ url: 'https://files.example/c.pdf' }))
  const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  await open(server)
  await userEvent.click(await screen.findByRole('button', { name: 'Baixar certificado de Vela para iniciantes' }))
  await waitFor(() =>
    expect(clicked.mock.contexts.map((link) => (link as HTMLAnchorElement).href)).toEqual([
      'https://files.example/c.pdf',
    ]),
  )
})

it('says why a PDF cannot be had', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate()] }))
  server.on(certificates.pdfLink, () => refuse('certificateNotReady'))
  await open(server)
  await userEvent.click(await screen.findByRole('button', { name: /Baixar certificado/ }))
  expect(await screen.findByText(errors.certificate_not_ready.pt)).toBeTruthy()
})

it('waits for a certificate that is being prepared', async () => {
  stopClock()
  let status: Certificate['status'] = 'queued'
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate({ status })] }))
  await open(server)
  expect(await screen.findByText('Seu certificado está sendo preparado…')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Baixar/ })).toBeNull()
  status = 'ready'
  await act(() => vi.advanceTimersByTimeAsync(2100))
  expect(await screen.findByRole('button', { name: /Baixar certificado/ })).toBeTruthy()
})

it('says that there is none yet and leads to the courses', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [] }))
  await open(server)
  expect(await screen.findByText(messages.noCertificates)).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Ver meus cursos' })).toHaveProperty('pathname', '/mar/cursos')
})

it('adds to LinkedIn, shares, and lets its student choose what the page of the certificate shows', async () => {
  const server = fakeServer()
  let shown = { shows_hours: true, shows_syllabus: false }
  server.on(certificates.mine, () => ({ certificates: [certificate(shown)] }))
  server.on(certificates.chooseShown, ({ body }) => {
    shown = body
    return body
  })
  await open(server)
  const address = `${window.location.origin}/mar/v/ABCD-EFGH-JKMN`
  const link = new URL((await screen.findByRole<HTMLAnchorElement>('link', { name: 'Adicionar ao LinkedIn' })).href)
  expect(Object.fromEntries(link.searchParams)).toEqual({
    startTask: 'CERTIFICATION_NAME',
    name: 'Vela para iniciantes',
    organizationName: 'Escola do Mar',
    issueYear: '2026',
    issueMonth: '11',
    certUrl: address,
    certId: 'ABCD-EFGH-JKMN',
  })
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: /^Compartilhar certificado/ }))
  expect(await screen.findByText(/Link copiado/)).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(address)
  await user.click(screen.getByRole('switch', { name: 'Mostrar conteúdo estudado' }))
  await vi.waitFor(() => expect(shown).toEqual({ shows_hours: true, shows_syllabus: true }))
  expect(await screen.findByRole('switch', { name: 'Mostrar conteúdo estudado', checked: true })).toBeTruthy()
})

it('issues again with the corrected name after a question that says the name', async () => {
  const server = fakeServer()
  let corrected_name: string | null = 'Ana Prado Lima'
  server.on(certificates.mine, () => ({ certificates: [certificate({ corrected_name })] }))
  const calls = server.on(certificateIssues.correctName, () => {
    corrected_name = null
    return { certificate: { id: '10', number: 2 } }
  })
  await open(server)
  await userEvent.click(await screen.findByRole('button', { name: issueMessages.correctName }))
  expect(await screen.findByText(issueMessages.correctNameText('Ana Prado Lima'))).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Emitir de novo' }))
  expect(await screen.findByText(issueMessages.corrected)).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('button', { name: issueMessages.correctName })).toBeNull())
  expect(calls.map(({ params }) => params)).toEqual([{ schoolId: '7', id: '9' }])
})

it('says why a certificate is revoked, and offers nothing to do with it', async () => {
  const server = fakeServer()
  server.on(certificates.mine, () => ({ certificates: [certificate({ status: 'revoked', revoked_why: 'Engano' })] }))
  await open(server)
  expect(await screen.findByText(issueMessages.stateRevoked('Engano'))).toBeTruthy()
  expect([screen.queryByRole('switch'), screen.queryByRole('button', { name: /certificado/ })]).toEqual([null, null])
})
