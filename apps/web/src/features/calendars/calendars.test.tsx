import { audienceTexts } from '@escola/contract/audience'
import { type Calendar, calendars, type StudentOpenings } from '@escola/contract/calendars.contract'
import { cohorts } from '@escola/contract/cohorts.contract'
import { courses } from '@escola/contract/courses.contract'
import { imports } from '@escola/contract/imports.contract'
import { moves } from '@escola/contract/moves.contract'
import { accessRequest } from '@escola/contract/permission-texts'
import { refusals } from '@escola/contract/refusals'
import { students } from '@escola/contract/students.contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showApp, showPage } from '../../testing/show-app.tsx'
import { contextOf, teamOf } from '../../testing/show-screen.tsx'

const gateway = {
  ...{ id: '3', title: 'Turma de verão', is_public: false, all_degrees: false, degrees: ['1'] },
  ...{ integrations: [], totalStudents: 0, opens: 1 },
  ...{ term: { kind: 'life' as const }, seats: null, enrolls_until: null },
}
const listedIn = {
  id: '3',
  title: 'Turma de verão',
  is_public: false,
  is_sold: true,
  has_degree: true,
  totalStudents: 2,
}
const publicOne = { ...listedIn, id: '1', title: 'Turma pública', is_public: true, is_sold: false }
const dated = '2026-12-01T13:00:00.000Z'

async function openCalendar({ isGivenAway = false, team = teamOf(['owner']) } = {}) {
  const server = fakeServer()
  server.on(cohorts.get, () => ({
    gateway,
    degrees: [{ id: '1', title: 'Pães', published: true, is_private: false, category: '', franchisor: '' }],
    students: { total: 0, page: 1, rowsPerPage: 50, list: [] },
  }))
  server.on(imports.list, () => ({ imports: [] }))
  server.on(moves.latest, () => ({ move: null }))
  let calendar: Calendar = {
    degree: { id: '1', title: 'Pães', no_dripping: false },
    isOpened: false,
    modules: [
      { id: '10', title: 'Massas', opens_on: dated, isOpened: false },
      { id: '11', title: 'Forno', opens_on: null, isOpened: false },
    ],
  }
  const count = (isIt: (module: Calendar['modules'][number]) => boolean) => calendar.modules.filter(isIt).length
  server.on(calendars.list, () => ({
    degrees: [
      {
        ...{ id: '1', title: 'Pães', link: 'paes', isOpened: calendar.isOpened, isGivenAway },
        isOpenToAll: isGivenAway,
        dated: count(({ opens_on }) => opens_on !== null),
        opened: count(({ isOpened }) => isOpened),
      },
    ],
  }))
  server.on(calendars.get, () => ({ calendar }))
  server.on(courses.cohorts, () => ({ gatewayList: [listedIn, publicOne], sells: true, students: 12 }))
  const saves = server.on(calendars.save, ({ body }) => {
    const wanted = new Map(body.modules.map(({ id, opens_on }) => [id, opens_on]))
    const modules = calendar.modules.map((each) => ({ ...each, opens_on: wanted.get(each.id) ?? each.opens_on }))
    calendar = { ...calendar, modules }
    return { calendar }
  })
  const openings = server.on(calendars.openForCohort, ({ body: { moduleId, isOpen } }) => {
    const modules = calendar.modules.map((each) => (each.id === moduleId ? { ...each, isOpened: isOpen } : each))
    calendar = { ...calendar, modules, ...(moduleId === null && { isOpened: isOpen }) }
    return { calendar }
  })
  await showApp(server, '/turma/3?tab=cursos', () => ({ ...contextOf('admin'), team }))
  await userEvent.click(await screen.findByRole('button', { name: 'Calendário de Pães' }))
  const dialog = within(await screen.findByRole('dialog'))
  const field = async (module: string) =>
    (await dialog.findByLabelText(`Data de abertura: ${module}`)) as HTMLInputElement
  return { server, saves, openings, dialog, field }
}

it('warns of a course that is sold and costs nothing to those who sign up, and closes it', async () => {
  const { server, dialog } = await openCalendar({ isGivenAway: true })
  const sentence = `${audienceTexts.openToAll} (hoje, 12 alunos).`
  expect(await dialog.findByText(sentence)).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const closed = server.on(courses.makePrivate, () => fail('unavailable'))
  await userEvent.click(screen.getByRole('button', { name: 'Tornar privado: Pães' }))
  const question = within(await screen.findByRole('dialog', { name: 'Tornar “Pães” privado?' }))
  expect(question.getByText(sentence, { exact: false })).toBeTruthy()
  await userEvent.click(question.getByRole('button', { name: audienceTexts.makePrivate }))
  await waitFor(() => expect(closed).toMatchObject([{ params: { link: 'paes' } }]))
})

it('names the owner to ask to those who may not close such a course', async () => {
  const { dialog } = await openCalendar({ isGivenAway: true, team: teamOf(['attendant']) })
  expect(await dialog.findByText('Massas')).toBeTruthy()
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const asks = accessRequest.closing('Helena Prado')
  expect(screen.getByText(`${audienceTexts.openToAll}. ${asks}`)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Tornar privado: Pães' })).toBeNull()
})

it('saves the days that were changed, by the clock of São Paulo', async () => {
  const { saves, dialog, field } = await openCalendar()
  expect((await field('Massas')).value).toBe('2026-12-01T10:00')
  const save = dialog.getByRole('button', { name: 'Salvar datas' })
  expect(save).toHaveProperty('disabled', true)
  fireEvent.change(await field('Forno'), { target: { value: '2026-12-08T08:30' } })
  await userEvent.click(save)
  expect(await screen.findByText('2 módulos com data')).toBeTruthy()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(saves.map(({ body }) => body)).toEqual([{ modules: [{ id: '11', opens_on: '2026-12-08T11:30:00.000Z' }] }])
})

it('says which day cannot be meant, and sends nothing', async () => {
  const { saves, dialog, field } = await openCalendar()
  fireEvent.change(await field('Forno'), { target: { value: '0026-12-08T08:30' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar datas' }))
  expect(dialog.getByText(refusals.farMoment)).toBeTruthy()
  expect(saves).toEqual([])
})

it('takes a day away', async () => {
  const { saves, dialog, field } = await openCalendar()
  fireEvent.change(await field('Massas'), { target: { value: '' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Salvar datas' }))
  await waitFor(() => expect(saves.map(({ body }) => body)).toEqual([{ modules: [{ id: '10', opens_on: null }] }]))
})

it('opens a module to the class with one click, and takes it back with another, which keeps the focus', async () => {
  const { openings, dialog } = await openCalendar()
  await userEvent.click(await dialog.findByRole('button', { name: 'Liberar agora: Forno' }))
  const back = await dialog.findByRole('button', { name: 'Desfazer liberação: Forno' })
  await waitFor(() => expect(document.activeElement).toBe(back))
  expect(dialog.getByText('liberado')).toBeTruthy()
  await userEvent.click(back)
  await dialog.findByRole('button', { name: 'Liberar agora: Forno' })
  await userEvent.click(dialog.getByRole('button', { name: 'Liberar curso inteiro: Pães' }))
  expect(await dialog.findByText('O curso inteiro está liberado para esta turma.')).toBeTruthy()
  expect(dialog.queryByRole('button', { name: /: Forno/ })).toBeNull()
  expect(openings.map(({ body }) => [body.degreeId, body.moduleId, body.isOpen])).toEqual([
    ['1', '11', true],
    ['1', '11', false],
    ['1', null, true],
  ])
})

it('shows what a student has open of a course, and opens the rest', async () => {
  const server = fakeServer()
  server.on(students.get, () => ({
    student: {
      ...{ user_id: '9', link: 'abc', name: 'Bruno Dias', email: 'bruno@exemplo.com', cellphone: '', origin: 'manual' },
      ...{
        utc_created_on: '2026-03-01T12:00:00.000Z',
        school_gateways: [],
        notes: '',
        phone_e164: null,
        is_admin: false,
      },
      ...{ profile_img_url: '', utc_seen_on: null },
    },
    sms: { isOn: false, sent: [] },
    merges: [],
    degrees: [
      {
        id: '1',
        title: 'Pães',
        link: 'paes',
        progress: '50.00',
        lessons: 2,
        completed: 1,
        last_lesson: '',
        utc_stopped_on: null,
        certificate: null,
      },
    ],
    school_gateways: [],
  }))
  const module = { availableWhen: null, isOpened: false, isOpenedForClass: false }
  let openings: StudentOpenings = {
    ...{ isOpened: false, isOpenedForClass: false },
    modules: [
      { ...module, id: '10', title: 'Massas' },
      { ...module, id: '11', title: 'Forno', availableWhen: dated },
      { ...module, id: '12', title: 'Festa', isOpenedForClass: true },
    ],
  }
  server.on(calendars.ofStudent, () => ({ openings }))
  server.on(calendars.openForStudent, ({ body: { isOpen } }) => {
    const opened = { ...openings.modules[1]!, isOpened: isOpen, availableWhen: isOpen ? null : dated }
    openings = { ...openings, modules: openings.modules.with(1, opened) }
    return { openings }
  })
  await showPage(server, '/aluno/abc')
  await userEvent.click(await screen.findByRole('button', { name: 'Liberar módulos de Pães' }))
  const dialog = within(await screen.findByRole('dialog'))
  const rows = async () => (await dialog.findAllByRole('listitem')).map(({ textContent }) => textContent)
  expect(await rows()).toEqual([
    'MassasLiberado',
    'FornoLibera em 01/12/2026, 10:00Liberar agora',
    'FestaLiberado para a turma',
  ])
  await userEvent.click(dialog.getByRole('button', { name: 'Liberar agora: Forno' }))
  await dialog.findByText('Liberado para este aluno')
  server.on(calendars.openForStudent, () => fail('internal'))
  await userEvent.click(dialog.getByRole('button', { name: 'Desfazer liberação: Forno' }))
  expect(await screen.findByText(/inesperado/)).toBeTruthy()
  expect((await rows())[1]).toBe('FornoLiberado para este alunoDesfazer liberação')
})
