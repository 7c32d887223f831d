import { merges, mergeTexts } from '@escola/contract/merges.contract'
import type { ResponseOf } from '@escola/contract/route'
import { students } from '@escola/contract/students.contract'
import { timeline } from '@escola/contract/timeline.contract'
import { today } from '@escola/contract/today.contract'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { quietHome, quietToday } from '../../testing/quiet-home.ts'
import { showPage } from '../../testing/show-app.tsx'

const maria: ResponseOf<typeof students.get> = {
  student: {
    user_id: '9',
    link: 'abc',
    name: 'Maria Souza',
    email: 'maria@exemplo.com',
    cellphone: '',
    origin: 'manual',
    utc_created_on: '2026-03-01T12:00:00.000Z',
    school_gateways: [],
    notes: '',
    phone_e164: null,
    profile_img_url: '',
    utc_seen_on: null,
    is_admin: false,
  },
  sms: { isOn: true, sent: [] },
  merges: [],
  degrees: [],
  school_gateways: [],
}
const other = { user_id: '10', link: 'def', name: 'Maria S', email: 'mari@exemplo.com' }
const preview = {
  school_gateways: 2,
  degrees: 1,
  certificates: 1,
  karma: 30,
  threads: 0,
  has_notes: true,
  charged: '0.00',
}
const merge = {
  id: '4',
  student: { link: other.link, name: other.name, email: other.email },
  is_correction: false,
  utc_merged_on: '2026-03-01T12:00:00.000Z',
  utc_undo_until: '2026-03-08T12:00:00.000Z',
}

async function open(page = maria, address = '/aluno/abc') {
  const server = fakeServer()
  server.on(students.get, () => page)
  server.on(timeline.explain, () => ({ answers: [], pending_sales: 0 }))
  server.on(timeline.list, () => ({ events: [], next: '' }))
  await showPage(server, address)
  await screen.findByRole('heading', { level: 1, name: 'Maria Souza' })
  return server
}

it('merges another student after saying what comes along, and undoes it', async () => {
  const server = await open()
  server.on(students.list, () => ({
    students: {
      total: 2,
      enrolled: 2,
      more: false,
      hasAny: true,
      page: 1,
      rowsPerPage: 25,
      list: [maria.student, { ...maria.student, ...other }].map((each) => ({ ...each, progress: null })),
    },
  }))
  server.on(merges.preview, () => ({ student: merge.student, preview }))
  const started = server.on(merges.start, () => ({ merge }))
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Juntar com outro aluno' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText('Procurar o outro aluno'), 'Maria')
  await userEvent.click(await dialog.findByRole('button', { name: /mari@exemplo.com/ }))
  for (const words of ['2 turmas', '1 certificado', '30 pontos', 'as anotações'])
    expect(await dialog.findByText(words)).toBeTruthy()
  server.on(students.get, () => ({ ...maria, merges: [merge] }))
  await userEvent.click(dialog.getByRole('button', { name: 'Juntar cadastros' }))
  expect(await screen.findByText(mergeTexts.merged)).toBeTruthy()
  expect(started).toMatchObject([{ params: { link: 'abc' }, body: { email: other.email } }])

  const undone = server.on(merges.undo, () => ({ merge: merge.student }))
  await userEvent.click(await screen.findByRole('button', { name: 'Desfazer' }))
  server.on(students.get, () => maria)
  await userEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Desfazer' }))
  expect(await screen.findByText(mergeTexts.undone)).toBeTruthy()
  expect(undone).toMatchObject([{ params: { link: 'abc', id: '4' } }])
})

it('corrects an e-mail, and says whose it is already', async () => {
  const server = await open()
  server.on(merges.previewCorrection, () => ({ student: merge.student, preview }))
  const corrected = server.on(merges.correct, () => ({ student: { ...merge.student, link: 'abc' } }))
  await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Corrigir e-mail' }))
  const dialog = within(await screen.findByRole('dialog'))
  await userEvent.type(dialog.getByLabelText(/E-mail certo/), 'Mari@Exemplo.com')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(await dialog.findByText(mergeTexts.taken(other.name))).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Juntar cadastros' }))
  expect(await screen.findByText(mergeTexts.merged)).toBeTruthy()
  expect(corrected).toMatchObject([{ body: { email: 'mari@exemplo.com' } }])
})

it('opens the correction at once where a list asks for it, with the e-mail that was probably meant', async () => {
  await open({ ...maria, student: { ...maria.student, email: 'maria@gmial.com' } }, '/aluno/abc?corrigir=email')
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir e-mail' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/E-mail certo/).value).toBe('maria@gmail.com')
})

it('takes a mistyped e-mail off Hoje as soon as it is corrected', async () => {
  const { link, name } = maria.student
  const doubtful = { user_link: link, user_name: name, email: 'maria@gmial.com', suggestion: 'maria@gmail.com' }
  const server = quietHome(fakeServer())
  server.on(students.get, () => ({ ...maria, student: { ...maria.student, email: doubtful.email } }))
  server.on(timeline.explain, () => ({ answers: [], pending_sales: 0 }))
  server.on(timeline.list, () => ({ events: [], next: '' }))
  server.on(merges.previewCorrection, () => ({ student: null, preview }))
  server.on(today.get, () => ({ ...quietToday, doubtful_emails: { total: 1, list: [doubtful] } }))
  server.on(merges.correct, () => {
    server.on(today.get, () => quietToday)
    return { student: { ...merge.student, link } }
  })
  await showPage(server, '/')
  await userEvent.click(await screen.findByRole('link', { name: `Corrigir o e-mail de ${name}` }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Corrigir e-mail' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Corrigir e-mail' }))
  expect(await screen.findByText(mergeTexts.corrected)).toBeTruthy()
  const menu = within(screen.getByRole('navigation', { name: 'Menu principal' }))
  await userEvent.click(menu.getByRole('link', { name: 'Home' }))
  expect(await screen.findByRole('heading', { level: 1, name: /^Olá/ })).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('link', { name: `Corrigir o e-mail de ${name}` })).toBeNull())
})
