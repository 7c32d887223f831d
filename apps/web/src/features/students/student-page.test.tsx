import { type BulkChange, bulkChanges } from '@escola/contract/bulk-changes.contract'
import { chargeMessages } from '@escola/contract/charges'
import { charges } from '@escola/contract/charges.contract'
import { dayMs, hourMs } from '@escola/contract/durations'
import { adminTexts, messages } from '@escola/contract/messages'
import { otherEmails } from '@escola/contract/other-emails.contract'
import { refusals } from '@escola/contract/refusals'
import type { ResponseOf } from '@escola/contract/route'
import { studentTexts } from '@escola/contract/student-texts'
import { students } from '@escola/contract/students.contract'
import { termMessages } from '@escola/contract/terms'
import { timeline } from '@escola/contract/timeline.contract'
import { done } from '@escola/contract/wire'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf, teamOf } from '../../testing/show-screen.tsx'

const bruno: ResponseOf<typeof students.get> = {
  student: {
    user_id: '9',
    link: 'abc',
    name: 'Bruno Dias',
    email: 'bruno@exemplo.com',
    cellphone: '',
    origin: 'manual',
    utc_created_on: '2026-03-01T12:00:00.000Z',
    school_gateways: ['Manhã'],
    notes: '',
    phone_e164: null,
    profile_img_url: '',
    utc_seen_on: null,
    is_admin: false,
  },
  sms: { isOn: true, sent: [] },
  merges: [],
  degrees: [],
  school_gateways: [{ id: '3', title: 'Manhã', opens: 2, utc_ends_on: null }],
}

/** Opens a menu of the student's head and chooses an entry. */
async function choose(menu: 'Link de acesso' | 'Mais ações', entry: string) {
  await userEvent.click(await screen.findByRole('button', { name: menu }))
  await userEvent.click(await screen.findByRole('menuitem', { name: entry }))
}

function showStudent(server: ReturnType<typeof fakeServer>, shown: typeof bruno) {
  server.on(students.get, () => shown)
  server.on(timeline.explain, () => ({ answers: [], pending_sales: 0 }))
  server.on(timeline.list, () => ({ events: [], next: '' }))
  server.on(otherEmails.list, () => ({ other_emails: [] }))
}

async function open(
  change: Partial<typeof bruno.student> = {},
  number = bruno.sms.number,
  utc_ends_on: string | null = null,
) {
  const server = fakeServer()
  showStudent(server, {
    ...bruno,
    student: { ...bruno.student, ...change },
    sms: { ...bruno.sms, number },
    school_gateways: [{ ...bruno.school_gateways[0]!, utc_ends_on }],
  })
  server.on(charges.already, () => ({ charged: '1.00' }))
  await showPage(server, '/aluno/abc')
  await screen.findByRole('heading', { level: 1, name: change.name ?? 'Bruno Dias' })
  return server
}

it('removes the student from a class once it is agreed to', async () => {
  const server = await open()
  await userEvent.click(screen.getByRole('button', { name: 'Remover aluno de turma Manhã' }))
  const removed = server.on(students.removeFromCohort, () => done)
  server.on(students.get, () => ({ ...bruno, school_gateways: [] }))
  const question = within(await screen.findByRole('dialog'))
  const leaves = adminTexts.leavesCohort('Bruno Dias', { title: 'Manhã', opens: 2 })
  expect(question.getByText(leaves + chargeMessages.stays(100))).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: 'Remover aluno de turma' }))
  expect(await screen.findByText(adminTexts.leftCohort('Bruno Dias'))).toBeTruthy()
  expect(screen.getByText('Este aluno não está em nenhuma turma.')).toBeTruthy()
  expect(removed).toMatchObject([{ params: { userId: '9', classId: '3' } }])
})

it('says when the student was last there, and leads to their WhatsApp', async () => {
  const seen = new Date(Date.now() - 50 * hourMs).toISOString()
  await open({ utc_seen_on: seen, cellphone: '11912345678', phone_e164: '+5511912345678' })
  expect(screen.getByText('Na escola desde 01/03/2026 · visto há 2 dias')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'WhatsApp' }).getAttribute('href')).toMatch(
    /^https:\/\/wa\.me\/5511912345678\?text=Ol%C3%A1%2C%20Bruno/,
  )
})

it('offers no WhatsApp without a number', async () => {
  await open()
  expect(screen.getByText('Na escola desde 01/03/2026 · nunca entrou')).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'WhatsApp' })).toBeNull()
})

it('adds the student to a class that they are not in', async () => {
  const server = fakeServer()
  showStudent(server, bruno)
  const gatewayList = [
    { id: '3', title: 'Manhã' },
    { id: '4', title: 'Noite' },
  ]
  await showApp(server, '/aluno/abc', () => ({ ...contextOf('admin'), gatewayList }))
  const refused = { cohort_full: 0, enrollment_closed: 0 }
  server.on(bulkChanges.quote, () => ({ cost: '1.00', missing: '1.00', refused, charged: '0.00' }))
  const added = server.on(students.addToCohort, () => refuse('knownStudentUnpaid'))
  await userEvent.click(await screen.findByRole('button', { name: 'Adicionar Bruno Dias a uma turma' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Adicionar a uma turma' }))
  expect(dialog.queryByRole('option', { name: 'Manhã' })).toBeNull()
  await userEvent.selectOptions(dialog.getByLabelText('Turma'), 'Noite')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  const quoted = server.on(bulkChanges.quote, () => ({ cost: '1.00', missing: '0.00', refused, charged: '0.00' }))
  server.on(students.addToCohort, () => ({ alreadyEnrolled: false }))
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  const question = within(await screen.findByRole('dialog', { name: chargeMessages.question.title }))
  await userEvent.click(question.getByRole('button', { name: chargeMessages.question.confirmLabel }))
  expect(await screen.findByText('Bruno Dias entrou na turma “Noite”.')).toBeTruthy()
  expect(quoted).toMatchObject([{ body: { school_gateway_id: '4', user_ids: ['9'] } }])
  expect(added[0]).toMatchObject({ params: { userId: '9', classId: '4' } })
})

it('sends the link again without a question', async () => {
  const server = await open()
  const sent = server.on(students.resendLink, () => done)
  await choose('Link de acesso', 'Enviar link por e-mail')
  expect(await screen.findByText(messages.studentLinkSent)).toBeTruthy()
  expect(sent).toMatchObject([{ body: { email: 'bruno@exemplo.com' } }])
})

it('keeps the notes while they are typed', async () => {
  const server = await open()
  const saved = server.on(students.updateNotes, () => done)
  await userEvent.type(screen.getByLabelText('Anotações sobre Bruno Dias'), 'Prefere a tarde.')
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(saved.at(-1)).toMatchObject({ params: { link: 'abc' }, body: { notes: 'Prefere a tarde.' } })
})

it('lists courses equally far, and classes, as people count, and folds what is not begun', async () => {
  const server = fakeServer()
  const degree = (id: string, title: string, progress = '0.00') => ({
    id,
    title,
    link: id,
    progress,
    lessons: 10,
    completed: Number(progress) / 10,
    last_lesson: progress === '50.00' ? 'Sonho de padaria' : '',
    utc_stopped_on: progress === '50.00' ? new Date(Date.now() - 9 * dayMs - hourMs).toISOString() : null,
    certificate: null,
  })
  server.on(students.get, () => ({
    ...bruno,
    degrees: [
      degree('1', 'Curso 10', '20.00'),
      degree('2', 'Curso 2', '20.00'),
      degree('3', 'Curso 30', '50.00'),
      degree('4', 'Curso 4'),
    ],
    school_gateways: ['Turma 10', 'Turma 9'].map((title, index) => ({
      id: `${index}`,
      title,
      opens: 1,
      utc_ends_on: null,
    })),
  }))
  await showPage(server, '/aluno/abc')
  const bars = await screen.findAllByRole('progressbar')
  expect(bars.map((bar) => bar.getAttribute('aria-label'))).toEqual(
    ['Curso 30', 'Curso 2', 'Curso 10'].map((title) => `Progresso em ${title}`),
  )
  expect(screen.getByText('5 de 10 aulas · parou em “Sonho de padaria”, há 9 dias')).toBeTruthy()
  expect(screen.getAllByText('2 de 10 aulas')).toHaveLength(2)
  const folded = screen.getByText('1 curso não começado').closest('details')!
  expect(folded.open).toBe(false)
  expect(within(folded).getByText('Curso 4')).toBeTruthy()
  expect(screen.getAllByRole('link', { name: /^Turma \d/ }).map((link) => link.textContent)).toEqual([
    'Turma 9',
    'Turma 10',
  ])
})

it('knows no student at an address that leads to none', async () => {
  const server = fakeServer()
  server.on(students.get, () => refuse('studentUnknown'))
  await showPage(server, '/aluno/abc')
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
})

it('shows the certificate of a course that has grown since', async () => {
  const server = fakeServer()
  const certificate = { id: '8', status: 'ready' as const, number: 1 }
  const degrees = [
    {
      id: '1',
      title: 'Pães',
      link: 'paes',
      progress: '50.00',
      lessons: 2,
      completed: 1,
      last_lesson: '',
      utc_stopped_on: null,
      certificate,
    },
  ]
  server.on(students.get, () => ({ ...bruno, degrees }))
  await showPage(server, '/aluno/abc')
  expect(await screen.findByText('Certificado emitido')).toBeTruthy()
})

it('offers a first certificate only where the school gives some', async () => {
  const server = fakeServer()
  const degree = { link: 'paes', progress: '100.00', lessons: 1, completed: 1, last_lesson: '', utc_stopped_on: null }
  const certificate = { id: '8', status: 'ready' as const, number: 1 }
  const degrees = [
    { ...degree, id: '1', title: 'Pães', certificate },
    { ...degree, id: '2', title: 'Bolos', certificate: null },
  ]
  server.on(students.get, () => ({ ...bruno, degrees }))
  const context = contextOf('admin')
  await showApp(server, '/aluno/abc', () => ({ ...context, school: { ...context.school!, has_certificate: false } }))
  expect(await screen.findByRole('button', { name: 'Regerar certificado de Pães' })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Regerar certificado de Bolos' })).toBeNull()
})

it('erases the data of the student once it is agreed to, and leaves their page', async () => {
  const server = await open()
  const erased = server.on(students.erase, () => done)
  const asked = server.on(students.get, () => refuse('studentUnknown'))
  const list = { total: 0, enrolled: 0, page: 1, rowsPerPage: 50, more: false, hasAny: false, list: [] }
  server.on(students.list, () => ({ students: list }))
  await choose('Mais ações', 'Apagar dados deste aluno')
  const question = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  expect(question.getByText(adminTexts.studentErased('Bruno Dias') + chargeMessages.stays(100))).toBeTruthy()
  expect(erased).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Apagar dados deste aluno' }))
  expect(await screen.findByText('Os dados de Bruno Dias foram apagados.')).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Meus alunos' })).toBeTruthy()
  expect(erased).toMatchObject([{ params: { schoolId: '7', link: 'abc' } }])
  expect(asked).toHaveLength(0)
})

it('corrects name and telephone, and says where another number is to be corrected', async () => {
  const number = { e164: '+5511912345678', shown: '+55 11 91234-5678, Brasil', is_confirmed: true }
  const server = await open({ cellphone: '11912345678' }, number)
  await choose('Link de acesso', 'Enviar por SMS')
  const sms = within(await screen.findByRole('dialog', { name: 'Enviar por SMS' }))
  expect(sms.getByLabelText('Celular')).toHaveProperty('readOnly', true)
  expect(sms.getByText(studentTexts.wrongCellphone)).toBeTruthy()
  expect(sms.queryByRole('checkbox')).toBeNull()
  await userEvent.click(sms.getByRole('button', { name: 'Cancelar' }))
  await choose('Mais ações', 'Corrigir nome e telefone')
  const form = within(await screen.findByRole('dialog', { name: 'Corrigir nome e telefone' }))
  expect(form.getByLabelText('Telefone')).toHaveProperty('value', '(11) 91234-5678')
  await userEvent.clear(form.getByLabelText(/^Nome/))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findByText(messages.studentName)).toBeTruthy()
  await userEvent.type(form.getByLabelText(/^Nome/), 'Bruno Prado')
  const corrected = server.on(students.correct, () => done)
  server.on(students.get, () => ({ ...bruno, student: { ...bruno.student, name: 'Bruno Prado' } }))
  await userEvent.clear(form.getByLabelText('Telefone'))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(studentTexts.corrected)).toBeTruthy()
  expect(await screen.findByRole('heading', { level: 1, name: 'Bruno Prado' })).toBeTruthy()
  expect(corrected).toMatchObject([{ params: { link: 'abc' }, body: { name: 'Bruno Prado', cellphone: '' } }])
})

it('corrects the telephone alone of a student whose name is shorter than a school writes one', async () => {
  const server = await open({ name: 'Ana' })
  await choose('Mais ações', 'Corrigir nome e telefone')
  const form = within(await screen.findByRole('dialog', { name: 'Corrigir nome e telefone' }))
  const corrected = server.on(students.correct, () => done)
  await userEvent.clear(form.getByLabelText('Telefone'))
  await userEvent.type(form.getByLabelText('Telefone'), '11988887777')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText(studentTexts.corrected)).toBeTruthy()
  expect(corrected.map(({ body }) => body)).toEqual([{ cellphone: '(11) 98888-7777' }])
})

it('sets a password, and says what is wrong with one', async () => {
  const server = await open()
  server.on(students.updatePassword, () => refuse('studentPasswordCommon'))
  await choose('Mais ações', 'Alterar senha')
  const dialog = within(await screen.findByRole('dialog', { name: 'Alterar senha' }))
  await userEvent.type(dialog.getByLabelText(/^Nova senha/), 'escola123')
  await userEvent.click(dialog.getByRole('button', { name: 'Alterar senha' }))
  expect(await dialog.findByText(refusals.commonPassword)).toBeTruthy()
  const changed = server.on(students.updatePassword, () => done)
  await userEvent.clear(dialog.getByLabelText(/^Nova senha/))
  await userEvent.type(dialog.getByLabelText(/^Nova senha/), 'quintal-verde-42')
  await userEvent.click(dialog.getByRole('button', { name: 'Alterar senha' }))
  expect(await screen.findByText(studentTexts.passwordChanged)).toBeTruthy()
  expect(changed).toMatchObject([{ params: { userId: '9' }, body: { password: 'quintal-verde-42' } }])
})

it('makes a new link once it is agreed that the earlier ones end, and shows it', async () => {
  const server = await open()
  const made = server.on(students.updateToken, () => ({ student: { ...bruno.student, token: '7-abc' } }))
  await choose('Link de acesso', 'Gerar novo link')
  const question = within(await screen.findByRole('dialog', { name: messages.areYouSure }))
  expect(question.getByText(studentTexts.linksEnd('Bruno Dias'))).toBeTruthy()
  expect(made).toHaveLength(0)
  await userEvent.click(question.getByRole('button', { name: 'Gerar novo link' }))
  expect(await screen.findByLabelText('Link de Bruno Dias')).toHaveProperty(
    'value',
    `${location.origin}/mar/login/7-abc`,
  )
  await userEvent.click(screen.getByRole('button', { name: 'Fechar' }))
  await waitFor(() => expect(screen.queryByLabelText('Link de Bruno Dias')).toBeNull())
})

it('gives no access to one who administers the school', async () => {
  const server = fakeServer()
  server.on(students.get, () => ({ ...bruno, student: { ...bruno.student, is_admin: true } }))
  await showPage(server, '/aluno/abc')
  expect(await screen.findByText(studentTexts.administratorsAccess)).toBeTruthy()
  expect(screen.queryByRole('button', { name: /Link de acesso|Mais ações/ })).toBeNull()
})

it('says what an SMS costs to those alone who are told of money', async () => {
  const server = fakeServer()
  showStudent(server, bruno)
  await showApp(server, '/aluno/abc', () => ({ ...contextOf('admin'), team: teamOf(['attendant']) }))
  await choose('Link de acesso', 'Enviar por SMS')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar por SMS' }))
  expect(dialog.getByText(studentTexts.smsEndsLinks('Bruno Dias'))).toBeTruthy()
  expect(dialog.queryByText(/R\$/)).toBeNull()
})

it('sends a link by SMS to a typed number, and shows what became of it', async () => {
  const server = await open()
  const sent = server.on(students.resendLink, () => done)
  await choose('Link de acesso', 'Enviar por SMS')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar por SMS' }))
  expect(dialog.getByText(chargeMessages.sms(75))).toBeTruthy()
  expect(dialog.getByText(studentTexts.smsEndsLinks('Bruno Dias'))).toBeTruthy()
  await userEvent.type(dialog.getByLabelText('Celular'), '1132345678')
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar SMS' }))
  expect(await dialog.findByText(studentTexts.noSmsNumber)).toBeTruthy()
  await userEvent.clear(dialog.getByLabelText('Celular'))
  await userEvent.type(dialog.getByLabelText('Celular'), '11912345670')
  await userEvent.click(dialog.getByRole('checkbox', { name: studentTexts.numberIsRight('+55 11 91234-5670, Brasil') }))
  await userEvent.type(dialog.getByLabelText('Celular'), '{Backspace}8')
  const shown = '+55 11 91234-5678, Brasil'
  // The confirmed number differs from the present one.
  expect(dialog.getByRole('checkbox', { name: studentTexts.numberIsRight(shown) })).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('checkbox', { name: studentTexts.numberIsRight(shown) }))
  const sms = { id: '5', cellphone: '5511912345678', utc_on: '2026-05-12T13:00:00.000Z' }
  server.on(students.get, () => ({
    ...bruno,
    sms: {
      isOn: true,
      sent: [
        { ...sms, id: '6', state: 'number_refused' as const },
        { ...sms, state: 'sent' as const },
      ],
    },
  }))
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar SMS' }))
  expect(await screen.findByText(studentTexts.smsQueued(shown))).toBeTruthy()
  expect(sent).toMatchObject([{ body: { email: 'bruno@exemplo.com', type: 'sms', cellphone: '+5511912345678' } }])
  expect(await screen.findByText(/^SMS enviado em 12\/05\/2026/)).toBeTruthy()
  expect(screen.getByText(/^Número recusado em 12\/05\/2026/)).toBeTruthy()
})

it('asks once whether a number is in the country that is shown, and sends nothing before', async () => {
  const shown = '+55 51 91234-5678, Brasil'
  const server = await open({ cellphone: '51912345678' }, { e164: '+5551912345678', shown, is_confirmed: false })
  const sent = server.on(students.resendLink, () => done)
  await choose('Link de acesso', 'Enviar por SMS')
  const dialog = within(await screen.findByRole('dialog', { name: 'Enviar por SMS' }))
  expect(dialog.getByLabelText('Celular')).toHaveProperty('value', shown)
  const isRight = dialog.getByRole('checkbox', { name: studentTexts.numberIsRight(shown) })
  expect(isRight).toHaveProperty('checked', false)
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar SMS' }))
  expect(await dialog.findByText(studentTexts.confirmNumber(shown))).toBeTruthy()
  expect(sent).toEqual([])
  await userEvent.click(isRight)
  await userEvent.click(dialog.getByRole('button', { name: 'Enviar SMS' }))
  expect(await screen.findByText(studentTexts.smsQueued(shown))).toBeTruthy()
  expect(sent).toMatchObject([{ body: { cellphone: '+5551912345678' } }])
})

it('offers no SMS where the platform sends none', async () => {
  const server = fakeServer()
  server.on(students.get, () => ({ ...bruno, sms: { isOn: false, sent: [] } }))
  await showPage(server, '/aluno/abc')
  await userEvent.click(await screen.findByRole('button', { name: 'Link de acesso' }))
  expect(await screen.findByRole('menuitem', { name: 'Gerar novo link' })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Enviar por SMS' })).toBeNull()
})

it('gives the student an end of their own in a class', async () => {
  const server = await open()
  const saved = server.on(students.setTerm, () => ({ utc_ends_on: '2027-05-13T03:00:00.000Z' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo em Manhã' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(await form.findByLabelText('Acesso deste aluno'), 'Até uma data')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findByText(termMessages.day)).toBeTruthy()
  fireEvent.change(form.getByLabelText(/^Último dia de acesso/), { target: { value: '2027-05-12' } })
  server.on(students.get, () => ({
    ...bruno,
    school_gateways: [{ ...bruno.school_gateways[0]!, utc_ends_on: '2027-05-13T03:00:00.000Z' }],
  }))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('até 12/05/2027')).toBeTruthy()
  expect(saved).toMatchObject([{ params: { userId: '9', classId: '3' }, body: { until: '2027-05-12' } }])
})

it('adds to the present term of a class at a click', async () => {
  const server = await open({}, undefined, '2027-01-31T03:00:00.000Z')
  const saved = server.on(students.setTerm, () => ({ utc_ends_on: '2028-01-31T03:00:00.000Z' }))
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo em Manhã' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(await form.findByRole('button', { name: '+30 dias (01/03/2027)' }))
  expect(form.getByLabelText(/^Último dia de acesso/)).toHaveProperty('value', '2027-03-01')
  await userEvent.click(form.getByRole('button', { name: '+1 ano (30/01/2028)' }))
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Acesso a Manhã até 30/01/2028.')).toBeTruthy()
  expect(saved).toMatchObject([{ params: { userId: '9', classId: '3' }, body: { until: '2028-01-30' } }])
})

it('moves the student to another class, and says the price before and the result at the end', async () => {
  const server = fakeServer()
  showStudent(server, bruno)
  const gatewayList = [
    { id: '3', title: 'Manhã' },
    { id: '4', title: 'Noite' },
  ]
  await showApp(server, '/aluno/abc', () => ({ ...contextOf('admin'), gatewayList }))
  const refused = { cohort_full: 0, enrollment_closed: 0 }
  const quoted = server.on(bulkChanges.quote, () => ({ cost: '1.00', missing: '0.00', refused, charged: '2.00' }))
  const change: BulkChange = {
    ...{ id: '5', action: 'move', is_cohort_gone: false, title: 'Noite', total: 1, done: 0, changed: 0, unchanged: 0 },
    refused: { ...refused, administrators: 0, mail_limit: 0 },
    utc_ended_on: null,
  }
  const started = server.on(bulkChanges.start, () => ({ bulk: change }))
  server.on(bulkChanges.latest, () => ({
    bulk: { ...change, done: 1, changed: 1, utc_ended_on: new Date().toISOString() },
  }))
  await userEvent.click(await screen.findByRole('button', { name: 'Mover de Manhã' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Mover para outra turma' }))
  await userEvent.selectOptions(dialog.getByLabelText('Turma'), 'Noite')
  await userEvent.click(dialog.getByRole('button', { name: 'Continuar' }))
  const question = within(await screen.findByRole('dialog', { name: 'Mover Bruno Dias?' }))
  expect(question.getByText(/^1 aluno passa para a turma “Noite”\./).textContent).toContain(
    `${chargeMessages.cost(100)}.${chargeMessages.stays(200)}`,
  )
  expect(started).toEqual([])
  await userEvent.click(question.getByRole('button', { name: 'Mover' }))
  expect(await screen.findByText(/^1 aluno foi movido para a turma “Noite”/)).toBeTruthy()
  const move = { school_gateway_id: '4', from_cohort_id: '3', user_ids: ['9'] }
  expect(quoted.map(({ body }) => body)).toEqual([move])
  expect(started.map(({ body }) => body)).toEqual([{ action: 'move', ...move }])
})

it('gives the focus back to the menu that opened a dialog', async () => {
  await open()
  await choose('Mais ações', 'Alterar senha')
  const dialog = within(await screen.findByRole('dialog', { name: 'Alterar senha' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Mais ações' })))
})
