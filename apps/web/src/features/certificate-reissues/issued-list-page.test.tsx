import { certificateIssues } from '@escola/contract/certificate-issues.contract'
import {
  certificateReissues,
  type IssuedCertificate,
  issuedTexts,
  type Reissue,
} from '@escola/contract/certificate-reissues.contract'
import { messages } from '@escola/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { realClock, stopClock } from '../../testing/clock.ts'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

const issued: IssuedCertificate = {
  id: '40',
  name: 'Ana Prado',
  student_link: 'ana',
  degree_title: 'Pães',
  code: 'ABCD-EFGH-JKMN',
  number: 2,
  register_number: 7,
  register_book: 2026,
  status: 'ready',
  why: '',
  utc_issued_on: '2026-11-21T01:31:00.000Z',
}
const reissue: Reissue = {
  id: '5',
  total: 120,
  done: 50,
  reissued: 50,
  queued: 10,
  refused: 0,
  refusals: [],
  utc_asked_on: '2026-11-25T12:00:00.000Z',
  utc_ended_on: null,
}

async function open(
  list: IssuedCertificate[],
  { at = '/certificado/3/emitidos', running = null as Reissue | null } = {},
) {
  const server = fakeServer()
  const state = { reissue: running }
  const asked = server.on(certificateReissues.list, ({ query }) => ({
    title: 'Formação',
    certificates: { total: list.length && 120, page: Number(query?.page ?? 1), rowsPerPage: 50, list },
    reissue: state.reissue,
  }))
  server.on(certificateReissues.count, () => ({ certificates: 120 }))
  const starts = server.on(certificateReissues.start, () => {
    state.reissue = reissue
    return { reissue }
  })
  const reissues = server.on(certificateIssues.reissue, () => ({ certificate: { id: '41', number: 3 } }))
  const app = await showPage(server, at, 'admin')
  return { asked, starts, reissues, state, ...app }
}

it('lists what was issued with register, code and state, and keeps filter, search and page in the address', async () => {
  const failed = { ...issued, id: '42', name: 'Bia Reis', status: 'failed' as const, why: 'Sem fonte', number: 1 }
  const { asked, router } = await open([issued, failed], { at: '/certificado/3/emitidos?state=ready' })
  const row = within((await screen.findByRole('link', { name: 'Ana Prado' })).closest('tr')!)
  for (const text of ['Pães', '7, livro 2026', '2ª via', 'ABCD-EFGH-JKMN', '20/11/2026', 'Válido'])
    expect(row.getByText(text)).toBeTruthy()
  expect(screen.getByText('Sem fonte')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Página 2' }))
  await waitFor(() => expect(router.history.location.search).toBe('?state=ready&page=2'))
  await userEvent.click(screen.getByRole('combobox', { name: 'Situação' }))
  await userEvent.click(await screen.findByRole('option', { name: 'Com falha' }))
  await waitFor(() => expect(router.history.location.search).toBe('?state=failed'))
  await userEvent.type(screen.getByRole('searchbox'), 'ana')
  await waitFor(() => expect(asked.at(-1)?.query).toEqual({ page: '1', state: 'failed', search: 'ana' }))
})

it('issues all again after a question with the number, says how far it is and what stayed, and issues one again', async () => {
  const { starts, reissues, state } = await open([issued])
  await userEvent.click(await screen.findByRole('button', { name: /^Ações do certificado de Ana Prado/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Reemitir' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reemitir' }))
  expect(await screen.findByText(messages.certificateReissued('Ana Prado'))).toBeTruthy()
  expect(reissues.map(({ params }) => params?.id)).toEqual(['40'])

  stopClock()
  await userEvent.click(screen.getByRole('button', { name: issuedTexts.reissueAll }))
  const dialog = within(await screen.findByRole('dialog', { name: issuedTexts.question(120) }))
  await userEvent.click(dialog.getByRole('button', { name: issuedTexts.reissueAll }))
  expect(await screen.findByText(/^Reemitindo: 40 de 120\./)).toBeTruthy()
  expect(starts.map(({ params }) => params?.id)).toEqual(['3'])
  const refusals = [{ name: '花子', why: 'Letras demais' }]
  const ended = { done: 120, reissued: 118, queued: 0, refused: 2, refusals, utc_ended_on: '2026-11-25T12:01:00.000Z' }
  state.reissue = { ...reissue, ...ended }
  vi.advanceTimersByTime(2000)
  expect(await screen.findByText(issuedTexts.ended(state.reissue))).toBeTruthy()
  expect(screen.getByText('花子').closest('li')!.textContent).toBe('花子: Letras demais')
  expect(screen.getByText(issuedTexts.moreRefused(1))).toBeTruthy()
  realClock()
})

it('says that nothing was issued yet, and offers nothing to issue again', async () => {
  await open([])
  expect(await screen.findByText('Este modelo ainda não emitiu certificados')).toBeTruthy()
  expect(screen.queryByRole('button', { name: issuedTexts.reissueAll })).toBeNull()
})
