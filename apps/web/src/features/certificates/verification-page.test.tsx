import { createHash } from 'node:crypto'
import { certificates, type Verification } from '@escola/contract/certificates.contract'
import { onlineManager } from '@tanstack/react-query'
import { act, fireEvent, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { stopClock } from '../../testing/clock.ts'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const open = (server: ReturnType<typeof fakeServer>) => showPage(server, '/v/ABCD-EFGH-JKMN', 'visitor')
const issued = 'o certificado que a escola emitiu'
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const verification = (change: Partial<Verification> = {}): Verification => ({
  code: 'ABCD-EFGH-JKMN',
  state: 'valid',
  title: 'Certificado de formação',
  student_name: 'Ana Souza',
  course_title: 'Vela para iniciantes',
  courses: 1,
  origin: 'Curso de Rede das Velas',
  issuer_number: 'CNPJ 11.222.333/0001-81',
  place: 'Recife',
  workload_hours_pretty: '1h30',
  mark: '',
  school_name: 'Escola do Mar',
  signature_name: 'Rui Marinho',
  utc_completed_on: '2026-11-20T12:00:00.000Z',
  utc_issued_on: '2026-11-21T12:00:00.000Z',
  utc_started_on: '2026-11-02T12:00:00.000Z',
  modules: [{ title: 'A cera', lessons: ['Parafina e soja'] }],
  legal_name: 'Marinho Cursos Ltda',
  register_number: 12,
  register_book: 2026,
  number: 2,
  is_drawn: true,
  is_queued: false,
  issues: [
    { number: 2, utc_issued_on: '2026-11-21T12:00:00.000Z', is_current: true, sha256: sha256(issued) },
    { number: 1, utc_issued_on: '2026-11-18T12:00:00.000Z', is_current: false, sha256: sha256('o primeiro') },
  ],
  utc_revoked_on: null,
  revoked_why: '',
  is_mine: false,
  ...change,
})
const choose = (text: string) => {
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!
  return userEvent.upload(input, new File([text], 'certificado.pdf', { type: 'application/pdf' }))
}

it('proves what was issued', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
  expect(screen.getByRole('heading', { name: 'Ana Souza' })).toBeTruthy()
  const facts = [
    ...['Vela para iniciantes', '1h30', '02/11/2026', '20/11/2026', '21/11/2026', 'Rui Marinho', 'Escola do Mar'],
    ...['Marinho Cursos Ltda', 'nº 12, livro 2026', 'Parafina e soja', 'Certificado de formação'],
    ...['Curso de Rede das Velas', 'CNPJ 11.222.333/0001-81', 'Recife'],
  ]
  for (const fact of facts) expect(within(screen.getByRole('article')).getByText(fact)).toBeTruthy()
  const history = within(screen.getByRole('region', { name: 'Histórico de emissões' })).getAllByRole('listitem')
  expect(history.map((issue) => issue.textContent)).toEqual([
    '2ª emissão21/11/2026Atual',
    '1ª emissão18/11/2026Substituída',
  ])
  expect(screen.queryByText('Nota')).toBeNull()
  expect(screen.queryByRole('link', { name: 'Adicionar ao LinkedIn' })).toBeNull()
  expect(screen.getByRole('button', { name: /Open Badges/ })).toBeTruthy()
})

it('offers no credential of a student who was erased', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification({ student_name: '' }))
  await open(server)
  expect(await screen.findByRole('heading', { name: 'Nome apagado' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Open Badges/ })).toBeNull()
})

it('shows the mark of a certificate that prints it', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification({ mark: '9,5 de 10' }))
  await open(server)
  expect((await screen.findByText('9,5 de 10')).previousElementSibling?.textContent).toBe('Nota')
})

it('says that a newer issue exists', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification({ state: 'replaced' }))
  await open(server)
  expect(await screen.findByText('Certificado substituído')).toBeTruthy()
  expect(screen.queryByText('Certificado válido')).toBeNull()
})

it('says of a file whether it is the current issue, an older one, or none', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  const area = await screen.findByRole('region', { name: 'Conferir arquivo' })
  await choose(issued)
  expect(await screen.findByText(/é exatamente o arquivo que a escola emitiu/)).toBeTruthy()
  await choose(`%PDF-1.7 ${issued}`)
  expect(await screen.findByText(/não é um arquivo que a escola emitiu.*Peça o PDF original/)).toBeTruthy()
  for (const picture of ['', 'JFIF']) {
    await choose(picture)
    expect(await screen.findByText(/não é o PDF original, e só ele pode ser conferido/)).toBeTruthy()
  }
  const dropped = new File(['o primeiro'], 'velho.pdf', { type: 'application/pdf' })
  fireEvent.drop(area, { dataTransfer: { files: [dropped] } })
  expect(await screen.findByText(/é a 1ª emissão deste certificado.*já emitiu uma mais nova/)).toBeTruthy()
})

it('checks the file that was dropped last, also while another is read', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification())
  await open(server)
  const area = await screen.findByRole('region', { name: 'Conferir arquivo' })
  for (const text of [issued, 'o primeiro'])
    fireEvent.drop(area, { dataTransfer: { files: [new File([text], `${text}.pdf`, { type: 'application/pdf' })] } })
  expect(await screen.findByText(/é a 1ª emissão deste certificado/)).toBeTruthy()
})

it('says that it was revoked and why, of its files too', async () => {
  const server = fakeServer()
  const revoked = { utc_revoked_on: '2026-11-24T12:00:00.000Z', revoked_why: 'Emitido por engano' }
  server.on(certificates.verify, () => verification({ state: 'revoked', is_mine: true, ...revoked }))
  await open(server)
  expect(await screen.findByText('Certificado revogado')).toBeTruthy()
  expect(screen.getByText(/revogou este certificado em 24\/11\/2026.*Motivo: Emitido por engano/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Adicionar ao LinkedIn' })).toBeNull()
  await choose(issued)
  expect(await screen.findByText(/o certificado foi revogado e não vale mais/)).toBeTruthy()
})

it('offers its student to show it to others', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => verification({ is_mine: true }))
  await open(server)
  expect(await screen.findByRole('link', { name: 'Adicionar ao LinkedIn' })).toBeTruthy()
})

it('explains an unknown code and takes another one', async () => {
  const server = fakeServer()
  server.on(certificates.verify, ({ params }) =>
    params.code === 'WXYZ-0000-0000' ? verification({ code: 'WXYZ-0000-0000' }) : refuse('certificateUnknown'),
  )
  const { at } = await open(server)
  expect(await screen.findByText('Código não encontrado')).toBeTruthy()
  await userEvent.type(screen.getByLabelText('Código do certificado'), ' WXYZ-0000-0000 ')
  await userEvent.click(screen.getByRole('button', { name: 'Verificar' }))
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
  expect(at()).toBe('/v/WXYZ-0000-0000')
})

it('says what failed, and loads by itself when there is a connection again', async () => {
  const server = fakeServer()
  server.on(certificates.verify, () => {
    if (!onlineManager.isOnline()) throw new TypeError('Failed to fetch')
    return verification()
  })
  onlineManager.setOnline(false)
  await open(server)
  expect(await screen.findByRole('button', { name: 'Tentar novamente' })).toBeTruthy()
  act(() => onlineManager.setOnline(true))
  expect(await screen.findByText('Certificado válido')).toBeTruthy()
})

it('asks until the file is drawn, and no more where it cannot be', async () => {
  stopClock()
  let isQueued = true
  const server = fakeServer()
  const undrawn = { is_drawn: false, issues: [], courses: 2, course_title: 'Vela e Remo' }
  const asked = server.on(certificates.verify, () => verification({ ...undrawn, is_queued: isQueued }))
  await open(server)
  expect(await screen.findByText(/ainda está sendo preparado/)).toBeTruthy()
  expect(screen.getByText(/concluiu os cursos/)).toBeTruthy()
  isQueued = false
  await act(() => vi.advanceTimersByTimeAsync(3100))
  expect(await screen.findByText(/não pôde ser preparado/)).toBeTruthy()
  const calls = asked.length
  await act(() => vi.advanceTimersByTimeAsync(30_000))
  expect(asked).toHaveLength(calls)
})
