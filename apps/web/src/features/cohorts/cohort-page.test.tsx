import { bulkChanges } from '@escola/contract/bulk-changes.contract'
import { calendars } from '@escola/contract/calendars.contract'
import { chargeMessages } from '@escola/contract/charges'
import { describeRemoval } from '@escola/contract/cohort-removal'
import {
  type Cohort,
  type CohortStudent,
  cohorts,
  progressLabels,
  publicClassTexts,
} from '@escola/contract/cohorts.contract'
import { errors } from '@escola/contract/errors'
import { imports } from '@escola/contract/imports.contract'
import { listTexts, messages } from '@escola/contract/messages'
import { moves } from '@escola/contract/moves.contract'
import { schools } from '@escola/contract/schools.contract'
import { termLimits, termMessages } from '@escola/contract/terms'
import { looseCategoryTitle } from '@escola/contract/titles'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fail, fakeServer, refuse } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { contextOf } from '../../testing/show-screen.tsx'

const gateway = {
  id: '3',
  title: 'Turma de verão',
  is_public: false,
  all_degrees: false,
  degrees: ['1'],
  integrations: [],
  totalStudents: 0,
  opens: 1,
  term: { kind: 'life' as const },
  seats: null,
  enrolls_until: null,
}
const degrees = [
  { id: '1', title: 'Pães', published: true, is_private: false, category: 'Forno', franchisor: '' },
  { id: '2', title: 'Massas', published: false, is_private: true, category: '', franchisor: '' },
]
const maria: CohortStudent = {
  user_id: '9',
  link: 'abc',
  name: 'Maria das Dores',
  email: 'maria@exemplo.com',
  cellphone: '11912345678',
  origin: 'manual',
  utc_created_on: '2026-03-01T12:00:00.000Z',
  utc_ends_on: null,
  progress: '0.00',
  utc_seen_on: null,
}

/** Answer about a student whose addition costs so much, which the balance pays. */
const costing = (cost: string) => {
  const quote = { cost, missing: '0.00' }
  return { rows: [{ line: 1, verdict: 'new' as const }], mails: 1, ...quote, renewing: quote }
}

async function open(change: Partial<Cohort> = {}, search = '') {
  const server = fakeServer()
  const list: CohortStudent[] = []
  server.on(cohorts.get, () => ({
    gateway: { ...gateway, totalStudents: list.length, ...change },
    opens: 1,
    degrees,
    students: { total: list.length, page: 1, rowsPerPage: 50, list },
  }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(imports.check, () => costing('0.00'))
  server.on(moves.latest, () => ({ move: null }))
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  const calendarCalls = server.on(calendars.list, () => ({ degrees: [] }))
  const { router } = await showPage(server, `/turma/3${search}`)
  await screen.findByRole('heading', { name: 'Turma de verão' })
  return { server, list, router, calendarCalls }
}

it('shows those who stand alike, and selects them one by one', async () => {
  const server = fakeServer()
  const calls = server.on(cohorts.get, ({ query }) => {
    const list = query.standing === 'finished' ? [] : [maria]
    return {
      gateway: { ...gateway, totalStudents: 120 },
      degrees,
      students: { total: query.standing ? list.length : 120, page: 1, rowsPerPage: 50, list },
    }
  })
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(bulkChanges.latest, () => ({ bulk: null }))
  const { router } = await showPage(server, '/turma/3?page=2&standing=gone')
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Todos os 120 alunos' }))
  await screen.findByText('120 selecionados')
  const choose = async (name: string) => {
    await userEvent.click(screen.getByRole('combobox', { name: 'Situação' }))
    await userEvent.click(await screen.findByRole('option', { name }))
  }
  await choose(progressLabels.never)
  await waitFor(() => expect(calls.at(-1)!.query).toMatchObject({ standing: 'never', page: '1' }))
  expect(router.state.location.href).toBe('/turma/3?standing=never')
  await screen.findByText('Nenhum aluno selecionado')
  expect(screen.queryByRole('checkbox', { name: /Todos os/ })).toBeNull()
  await choose(progressLabels.finished)
  await userEvent.click(await screen.findByRole('button', { name: 'Ver todos os alunos' }))
  await screen.findByText('Maria das Dores')
  expect(router.state.location.href).toBe('/turma/3')
})

it('finds students of the class, and changes all that the search finds', async () => {
  const { server } = await open({ totalStudents: 120 }, '?page=2')
  const calls = server.on(cohorts.get, ({ query }) => {
    const list = query.search === 'mar' ? [maria] : []
    return {
      gateway: { ...gateway, totalStudents: 120 },
      degrees,
      students: { total: list.length * 60, page: 1, rowsPerPage: 50, list },
    }
  })
  const changes = server.on(bulkChanges.start, () => fail('internal'))
  const box = screen.getByLabelText<HTMLInputElement>('Buscar aluno da turma por nome, e-mail ou telefone')
  await userEvent.type(box, 'mar')
  await screen.findByRole('link', { name: 'Maria das Dores' })
  expect(calls.at(-1)!.query).toMatchObject({ search: 'mar', page: '1' })
  await userEvent.click(screen.getByRole('checkbox', { name: 'Todos os 60 encontrados' }))
  await userEvent.click(screen.getByRole('button', { name: 'Reenviar link' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Reenviar' }))
  await waitFor(() => expect(changes).toHaveLength(1))
  expect(changes[0]!.body).toMatchObject({ filter: { school_gateway_id: '3', search: 'mar' } })
  await userEvent.type(box, 'tim')
  expect(await screen.findByText('Nenhum aluno desta turma tem “martim” no nome ou no e-mail.')).toBeTruthy()
})

it('fetches the calendars of its courses with their part alone', async () => {
  const { calendarCalls } = await open()
  expect(screen.getByText('Nenhum aluno nesta turma')).toBeTruthy()
  expect(calendarCalls).toEqual([])
  await userEvent.click(screen.getByRole('link', { name: 'Cursos e calendário' }))
  expect(await screen.findByRole('button', { name: 'Escolher cursos' })).toBeTruthy()
  expect(calendarCalls).toHaveLength(1)
})

it('adds a student once, however often the button is clicked', async () => {
  const { server, list } = await open()
  const calls = server.on(cohorts.addStudent, () => {
    list.push(maria)
    return { student: maria, alreadyEnrolled: false, bank: { balance: '0.00', points: 0 } }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), 'MARIA das dores')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'Maria@Exemplo.com')
  await userEvent.type(form.getByLabelText('Telefone'), '11912345678')
  expect(form.getByLabelText<HTMLInputElement>('Telefone').value).toBe('(11) 91234-5678')
  await userEvent.dblClick(form.getByRole('button', { name: 'Adicionar' }))
  expect(await screen.findByRole('link', { name: 'Maria das Dores' })).toBeTruthy()
  expect(calls.map(({ body }) => body)).toEqual([
    { name: 'Maria das Dores', email: 'maria@exemplo.com', cellphone: '11912345678' },
  ])
})

it('says the cost of a student that the balance does not pay, and leads to the packs', async () => {
  const { server } = await open()
  server.on(cohorts.addStudent, () => refuse('studentUnpaid'))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), 'Maria das Dores')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'maria@exemplo.com')
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  expect((await form.findByRole('alert')).textContent).toContain(chargeMessages.missing(100, 0))
  expect(form.getByRole('link', { name: 'Adicionar saldo' }).getAttribute('href')).toMatch(/\/bank$/)
  expect(form.getByLabelText<HTMLInputElement>(/^Nome/).value).toBe('Maria das Dores')
})

it('asks before it adds a student who costs something', async () => {
  const { server } = await open()
  server.on(imports.check, () => costing('1.00'))
  const added = server.on(cohorts.addStudent, () => refuse('studentUnpaid'))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(form.getByLabelText(/^Nome/), 'Maria das Dores')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'maria@exemplo.com')
  const ask = async (answer: string) => {
    await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
    const question = within(await screen.findByRole('dialog', { name: chargeMessages.question.title }))
    expect(question.getByText(`${chargeMessages.cost(100)}.`)).toBeTruthy()
    await userEvent.click(question.getByRole('button', { name: answer }))
  }
  await ask('Cancelar')
  await waitFor(() => expect(form.getByRole('button', { name: 'Adicionar' }).hasAttribute('disabled')).toBe(false))
  expect(added).toEqual([])
  await ask(chargeMessages.question.confirmLabel)
  await waitFor(() => expect(added).toHaveLength(1))
})

it('adds one student after another without leaving the dialog', async () => {
  const { server, list } = await open()
  const calls = server.on(cohorts.addStudent, ({ body }) => {
    const student = { ...maria, user_id: `${50 + list.length}`, link: body.email, name: body.name, email: body.email }
    list.push(student)
    return { student, alreadyEnrolled: false, bank: { balance: '0.00', points: 0 } }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  const nameField = form.getByLabelText<HTMLInputElement>(/^Nome/)
  await userEvent.click(form.getByRole('button', { name: 'Adicionar outro' }))
  expect(form.getByText(messages.studentName)).toBeTruthy()
  for (const name of ['Maria Souza', 'Bento Lima']) {
    await userEvent.type(nameField, name)
    await userEvent.type(form.getByLabelText(/^E-mail/), `${name.slice(0, 5).toLowerCase()}@exemplo.com`)
    await userEvent.click(form.getByRole('button', { name: 'Adicionar outro' }))
    await waitFor(() => expect(nameField.value).toBe(''))
    await waitFor(() => expect(document.activeElement).toBe(nameField))
  }
  await userEvent.type(nameField, 'Rita Reis')
  await userEvent.type(form.getByLabelText(/^E-mail/), 'rita@exemplo.com{Enter}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(calls.map(({ body }) => body.name)).toEqual(['Maria Souza', 'Bento Lima', 'Rita Reis'])
})

it('says beside each field what is wrong with it', async () => {
  const { server } = await open()
  const calls = server.on(cohorts.addStudent, () => fail('internal'))
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.click(form.getByRole('button', { name: 'Adicionar' }))
  expect(form.getByText(messages.studentName)).toBeTruthy()
  expect(form.getByText(messages.emailSignUp)).toBeTruthy()
  expect(calls).toEqual([])
})

it.each(['Adicionar aluno', 'Escolher cursos'])(
  'gives the focus back to “%s” when its dialog is closed, which begins anew',
  async (name) => {
    await open({}, '?tab=cursos')
    const button = screen.getByRole('button', { name })
    await userEvent.click(button)
    const field = within(await screen.findByRole('dialog')).getAllByRole('textbox')[0]!
    await userEvent.type(field, 'Maria')
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(document.activeElement).toBe(button))
    await userEvent.click(button)
    expect(within(await screen.findByRole('dialog')).getAllByRole('textbox')[0]).toHaveProperty('value', '')
  },
)

it('says in small letters, as everywhere, which courses are out', async () => {
  await open({}, '?tab=cursos')
  await userEvent.click(screen.getByRole('button', { name: 'Escolher cursos' }))
  const dialog = within(await screen.findByRole('dialog'))
  const badges = ['publicado', 'rascunho'].map((text) => dialog.getByText(text).closest('[data-variant]'))
  expect(badges.map((badge) => (badge as HTMLElement).style.textTransform)).toEqual(['none', 'none'])
})

it('gives the class the courses that are chosen', async () => {
  const { server } = await open({}, '?tab=cursos')
  const calls = server.on(cohorts.update, () => ({ gateway, waiting_sales: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Escolher cursos' }))
  const dialog = within(await screen.findByRole('dialog'))
  const inCategory = (name: string) => within(dialog.getByRole('region', { name })).getAllByRole('checkbox').length
  expect(['Forno', looseCategoryTitle].map(inCategory)).toEqual([1, 1])
  await userEvent.type(dialog.getByLabelText('Buscar curso'), 'mássas')
  expect(dialog.queryByRole('region', { name: 'Forno' })).toBeNull()
  expect(dialog.queryByLabelText('Pães')).toBeNull()
  await userEvent.click(dialog.getByLabelText('Massas'))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ all_degrees: false, degrees: ['1', '2'] }]))
})

it('has the public class name private courses alone, and says what else it has', async () => {
  const { server } = await open({ is_public: true, all_degrees: true, degrees: [] }, '?tab=cursos')
  const calls = server.on(cohorts.update, () => ({ gateway, waiting_sales: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Escolher cursos' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText(publicClassTexts.courses)
  expect(dialog.queryByRole('switch')).toBeNull()
  expect(dialog.getAllByRole('checkbox').map(({ id }) => dialog.getByLabelText('Massas').id === id)).toEqual([true])
  await userEvent.click(dialog.getByLabelText('Massas'))
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar' }))
  await waitFor(() => expect(calls.map(({ body }) => body)).toEqual([{ all_degrees: true, degrees: ['2'] }]))
})

it('selects the name of a class that was just made', async () => {
  const { router } = await open()
  const name = screen.getByLabelText<HTMLInputElement>('Nome da turma')
  expect(document.activeElement).not.toBe(name)
  await act(() => router.navigate({ to: '/turma/3' as '/', state: { isNew: true } }))
  await waitFor(() => expect(document.activeElement).toBe(name))
  expect([name.selectionStart, name.selectionEnd]).toEqual([0, gateway.title.length])
})

it('saves the name while it is typed', async () => {
  const { server } = await open()
  const calls = server.on(cohorts.update, () => ({ gateway, waiting_sales: 0 }))
  const name = screen.getByLabelText('Nome da turma')
  await userEvent.clear(name)
  await userEvent.type(name, 'Turma de inverno')
  expect(screen.getByRole('heading', { name: 'Turma de inverno' })).toBeTruthy()
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(calls.at(-1)?.body).toEqual({ title: 'Turma de inverno' })
})

it('leads back from a page that has no students left', async () => {
  const server = fakeServer()
  server.on(cohorts.get, ({ query }) => {
    const page = Number(query?.page)
    return { gateway, degrees, students: { total: 50, page, rowsPerPage: 50, list: page === 1 ? [maria] : [] } }
  })
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  server.on(calendars.list, () => ({ degrees: [] }))
  const { at } = await showPage(server, '/turma/3?page=2')
  await userEvent.click(await screen.findByRole('button', { name: listTexts.toFirstPage }))
  expect(await screen.findByText(maria.email)).toBeTruthy()
  expect(at()).toBe('/turma/3')
})

it('asks for nothing anew because a title was saved', async () => {
  const { server } = await open()
  server.on(cohorts.update, ({ body }) => ({ gateway: { ...gateway, title: body.title ?? '' }, waiting_sales: 0 }))
  const asked = [server.on(cohorts.get, () => fail('internal')), server.on(schools.context, () => contextOf('admin'))]
  await userEvent.type(screen.getByLabelText('Nome da turma'), ' e sol')
  expect(await screen.findByText('Salvo')).toBeTruthy()
  expect(asked).toEqual([[], []])
})

it('knows no class at an address that leads to none', async () => {
  const server = fakeServer()
  server.on(cohorts.get, () => refuse('cohortUnknown'))
  server.on(imports.list, () => refuse('importsCohortUnknown'))
  await showPage(server, '/turma/99')
  expect(await screen.findByRole('heading', { name: 'Página não encontrada' })).toBeTruthy()
})

it('asks before a student is invited to a class that opens nothing', async () => {
  await open({ opens: 0 })
  await userEvent.click(screen.getByRole('button', { name: 'Adicionar aluno' }))
  const question = within(await screen.findByRole('dialog', { name: 'Convidar para uma turma sem cursos?' }))
  expect(screen.queryByRole('dialog', { name: 'Adicionar aluno' })).toBeNull()
  await userEvent.click(question.getByRole('button', { name: 'Convidar mesmo assim' }))
  expect(await screen.findByRole('dialog', { name: 'Adicionar aluno' })).toBeTruthy()
})

it('says before an import that the class opens nothing, and asks before any student is invited', async () => {
  const started: string[] = []
  vi.stubGlobal(
    'XMLHttpRequest',
    class {
      upload = {}
      open(_: string, address: string) {
        started.push(address)
      }
      setRequestHeader() {}
      send() {}
    },
  )
  const { server } = await open({ opens: 0 })
  server.on(imports.check, () => ({
    rows: [{ line: 1, verdict: 'new' as const }],
    mails: 1,
    cost: '0.00',
    missing: '0.00',
    renewing: { cost: '0.00', missing: '0.00' },
  }))
  await userEvent.click(screen.getByRole('button', { name: 'Importar alunos' }))
  await userEvent.upload(await screen.findByLabelText('Arquivo de alunos'), new File(['ana@exemplo.com'], 'a.csv'))
  const start = await screen.findByRole('button', { name: 'Importar 1 aluno' })
  expect(screen.getByText(/^Esta turma ainda não dá acesso a nenhum curso publicado/)).toBeTruthy()
  const ask = async () => {
    await userEvent.click(start)
    return within(await screen.findByRole('dialog', { name: 'Convidar para uma turma sem cursos?' }))
  }
  await ask()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /^Convidar/ })).toBeNull())
  expect(screen.getByRole('dialog', { name: 'Importar alunos' })).toBeTruthy()
  expect(started).toEqual([])
  await userEvent.click((await ask()).getByRole('button', { name: 'Convidar mesmo assim' }))
  await waitFor(() => expect(started).toHaveLength(1))
})

const nothing = {
  totalStudents: 0,
  opens: 0,
  integrations: 0,
  waiting_sales: 0,
  api_integrations: 0,
  dates: 0,
  charged: '0.00',
  renewing: 0,
  lapsed: 0,
}
it.each([
  [{ totalStudents: 12, opens: 3 }, /12 alunos continuam na escola, mas perdem o acesso aos 3 cursos da turma\.$/],
  [{ totalStudents: 1, opens: 1 }, /1 aluno continua na escola, mas perde o acesso ao curso da turma\.$/],
  [{ totalStudents: 2 }, /2 alunos continuam na escola\.$/],
  [{ opens: 3 }, /Ninguém está nela\.$/],
  [{ totalStudents: 2, charged: '178.00' }, /na escola\. Os R\$\s178,00 já cobrados neste mês não voltam\.$/],
  [{ integrations: 1, waiting_sales: 2 }, /1 integração de venda some .+ 2 vendas que esperam ficam sem esta turma\.$/],
  [
    { api_integrations: 2, dates: 1 },
    /2 integrações da API .+ 1 data ou liberação do calendário dela também se perde\.$/,
  ],
])('says what goes with a class: %j', (removal, text) => {
  expect(describeRemoval('Verão', { ...nothing, ...removal })).toMatch(text)
})

it('asks before a class is deleted with the numbers of this moment, and not without them', async () => {
  const { server, router } = await open({ totalStudents: 3 })
  server.on(cohorts.getRemoval, () => fail('internal'))
  const removed = server.on(cohorts.remove, () => ({ ok: true as const, bulk_id: null }))
  const remove = async () => {
    await userEvent.click(screen.getByRole('button', { name: 'Mais ações' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Apagar turma' }))
  }
  await remove()
  await screen.findByText(errors.internal.pt)
  expect(screen.queryByRole('dialog')).toBeNull()
  const removal = { ...nothing, totalStudents: 4, integrations: 1 }
  server.on(cohorts.getRemoval, () => ({ removal }))
  await remove()
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(describeRemoval('Turma de verão', removal))).toBeTruthy()
  await userEvent.click(dialog.getByRole('button', { name: 'Apagar turma' }))
  await waitFor(() => expect(router.state.location.pathname).toMatch(/turmas$/))
  expect(removed).toHaveLength(1)
})

it('says for how long the class gives access, and which seats and days are left', async () => {
  await open(
    { term: { kind: 'months', count: 12 }, seats: 50, enrolls_until: '2026-11-30', totalStudents: 38 },
    '?tab=cursos',
  )
  const section = within(screen.getByRole('region', { name: 'Prazo e vagas' }))
  const sentence = 'Acesso por 12 meses a partir da matrícula · 38 de 50 vagas · matrículas até 30/11/2026'
  expect(section.getByText(sentence)).toBeTruthy()
})

it('shows how far a term is that applies to all students', async () => {
  await open({ totalStudents: 5000, term_change: { done: 2000, total: 5000 } }, '?tab=cursos')
  expect(screen.getByText(/^Aplicando o prazo a todos: 2.000 de 5.000/)).toBeTruthy()
})

it('changes the term for all once it has said how many lose their access', async () => {
  const state: Partial<Cohort> = { totalStudents: 3 }
  const { server, list } = await open(state, '?tab=cursos')
  list.push(maria)
  const counted = server.on(cohorts.countLosing, () => ({ losing: 2 }))
  const term = { kind: 'days' as const, count: 30 }
  const saved = server.on(cohorts.update, () => {
    state.term = term
    list.splice(0, 1, { ...maria, utc_ends_on: '2026-03-31T03:00:00.000Z' })
    return { gateway: { ...gateway, ...state }, waiting_sales: 0 }
  })
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo e vagas' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.selectOptions(await form.findByLabelText('Prazo de acesso'), 'Por dias a partir da matrícula')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await form.findByText(termMessages.count(termLimits.days))).toBeTruthy()
  await userEvent.type(form.getByLabelText(/^Quantos dias/), '30')
  await userEvent.selectOptions(form.getByLabelText('O prazo vale para'), 'Todos os alunos')
  expect(await form.findByText('2 alunos perdem o acesso agora.')).toBeTruthy()
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Prazo e vagas salvos!')).toBeTruthy()
  expect(screen.getByText('Acesso por 30 dias a partir da matrícula')).toBeTruthy()
  expect(counted.at(-1)!.body).toEqual({ term })
  expect(saved.map(({ body }) => body)).toEqual([{ term, term_scope: 'all', seats: null, enrolls_until: null }])
  await userEvent.click(screen.getByRole('link', { name: 'Alunos' }))
  expect(await screen.findByText('até 30/03/2026')).toBeTruthy()
})

it('changes the seats of a class whose last day is over, and leaves its term', async () => {
  const { server } = await open({ totalStudents: 3, term: { kind: 'date', until: '2026-01-31' } }, '?tab=cursos')
  const saved = server.on(cohorts.update, () => ({ gateway, waiting_sales: 0 }))
  await userEvent.click(screen.getByRole('button', { name: 'Mudar prazo e vagas' }))
  const form = within(await screen.findByRole('dialog'))
  await userEvent.type(await form.findByLabelText('Vagas'), '20')
  await userEvent.click(form.getByRole('button', { name: 'Salvar' }))
  expect(await screen.findByText('Prazo e vagas salvos!')).toBeTruthy()
  expect(saved.map(({ body }) => body)).toEqual([{ seats: 20, enrolls_until: null }])
})
