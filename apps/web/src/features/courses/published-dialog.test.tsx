import { audienceTexts } from '@escola/contract/audience'
import { cohorts } from '@escola/contract/cohorts.contract'
import { type CourseCohort, courses, type Degree } from '@escola/contract/courses.contract'
import { courseTitle } from '@escola/contract/titles'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { fail, fakeServer } from '../../testing/fake-server.ts'
import { showScreen } from '../../testing/show-screen.tsx'
import { ConfirmHost } from '../../ui/questions/confirm.ts'
import { PublishButton } from './publish-button.tsx'
import { nothingTouched, sampleCourse } from './sample-course.ts'

const title = 'Curso publicado!'
const makeCohort = (change: Partial<CourseCohort> = {}): CourseCohort => ({
  id: '20',
  title: 'Turma de maio',
  is_public: false,
  has_degree: true,
  totalStudents: 0,
  is_sold: false,
  ...change,
})

function Editor() {
  const [course, setCourse] = useState<Degree>({ ...sampleCourse, utc_published_on: null })
  const publish = async () => setCourse({ ...course, isDraft: false, utc_published_on: '2026-01-01T00:00:00.000Z' })
  return (
    <>
      <PublishButton course={course} unsaved={undefined} onPublish={publish} />
      <ConfirmHost />
      <button type="button" onClick={() => setCourse({ ...course, isDraft: true })}>
        Escrever
      </button>
    </>
  )
}

/** Publishes a course of a school with these cohorts. */
async function publish(cohorts: CourseCohort[], sells = false) {
  const server = fakeServer()
  const asked = server.on(courses.cohorts, () => ({ gatewayList: cohorts, sells, students: 9 }))
  server.on(courses.reach, () => ({ reach: nothingTouched }))
  const { path: at } = await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', show: () => <Editor /> })
  await userEvent.click(screen.getByRole('button', { name: 'Publicar curso' }))
  return { server, asked, at, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

it('shows the link of a course that came out, and gives the focus back', async () => {
  const { asked, dialog } = await publish([makeCohort({ totalStudents: 3 })])
  expect(asked[0]).toMatchObject({ params: { schoolId: '7', link: 'ingles' } })
  const address = `${location.origin}/mar/c/ingles`
  expect(dialog.getByLabelText('Link para compartilhar')).toHaveProperty('value', address)
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Copiar link'))
  const whatsapp = dialog.getByRole<HTMLAnchorElement>('link', { name: 'Enviar pelo WhatsApp' })
  expect(new URL(whatsapp.href).searchParams.get('text')).toBe(`Inglês: ${address}`)
  // This user has a clipboard.
  const user = userEvent.setup()
  await user.click(dialog.getByRole('button', { name: 'Copiar link' }))
  expect(await dialog.findByText('Copiado')).toBeTruthy()
  expect(await navigator.clipboard.readText()).toBe(address)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Publicar alterações'))
})

it('says beside the button which assessment is not ready, until it is closed or published again', async () => {
  const message = 'A avaliação da aula “Levain” não está pronta. Parte 1: falta uma questão'
  const refused = vi.fn<() => Promise<void>>().mockRejectedValue(new ApiError(409, { code: 'exam_unready', message }))
  const course = { ...sampleCourse, isDraft: true, utc_published_on: '2026-01-01T00:00:00.000Z' }
  fakeServer().on(courses.reach, () => ({ reach: nothingTouched }))
  await showScreen({
    at: '/c/ingles',
    route: '/c/$link',
    as: 'admin',
    show: () => <PublishButton course={course} unsaved={undefined} onPublish={refused} />,
  })
  const button = screen.getByRole('button', { name: 'Publicar alterações' })
  await userEvent.click(button)
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent)).toEqual([message])
  await userEvent.click(screen.getByRole('button', { name: 'Fechar o aviso' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(document.activeElement).toBe(button)
})

it('asks before a course that is sold comes out for all who sign up, and closes it when asked to', async () => {
  const open = makeCohort({ id: '21', is_public: true, title: 'Turma pública' })
  const server = fakeServer()
  server.on(courses.cohorts, () => ({ gatewayList: [makeCohort({ is_sold: true }), open], sells: true, students: 9 }))
  const closed = server.on(courses.makePrivate, () => ({
    school: { categories: [], revision: '1' },
    degree: sampleCourse,
  }))
  await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', show: () => <Editor /> })
  const publishButton = screen.getByRole('button', { name: 'Publicar curso' })
  await userEvent.click(publishButton)
  const question = within(await screen.findByRole('dialog', { name: 'Publicar para todos?' }))
  question.getByText(
    'Qualquer pessoa que se cadastrar estuda este curso de graça (hoje, 9 alunos). Ele também é vendido na turma “Turma de maio”.',
  )
  await userEvent.click(question.getByRole('button', { name: 'Cancelar' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(publishButton)
  await userEvent.click(await screen.findByRole('button', { name: audienceTexts.publishPrivate }))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  expect(closed).toMatchObject([{ params: { schoolId: '7', link: 'ingles' } }])
})

it('does not close a course that is to be open', async () => {
  const server = fakeServer()
  const gatewayList = [makeCohort({ is_sold: true }), makeCohort({ id: '21', is_public: true })]
  server.on(courses.cohorts, () => ({ gatewayList, sells: true, students: 0 }))
  const closed = server.on(courses.makePrivate, () => fail('internal'))
  await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', show: () => <Editor /> })
  await userEvent.click(screen.getByRole('button', { name: 'Publicar curso' }))
  await userEvent.click(await screen.findByRole('button', { name: audienceTexts.publishOpen }))
  expect(await screen.findByRole('dialog', { name: title })).toBeTruthy()
  expect(closed).toEqual([])
})

it('says no more than that a later change is out', async () => {
  await publish([])
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await userEvent.click(screen.getByText('Escrever'))
  await userEvent.click(screen.getByRole('button', { name: 'Publicar alterações' }))
  expect(await screen.findByText('Alterações publicadas!')).toBeTruthy()
  expect(screen.queryByRole('dialog')).toBeNull()
})

const learning = makeCohort({ totalStudents: 3 })
it.each([
  ['Adicionar o primeiro aluno', '/turma/20', [makeCohort()], false],
  [
    'Adicionar o primeiro aluno',
    '/turma/20',
    [makeCohort(), makeCohort({ id: '21', is_public: true, totalStudents: 9 })],
    true,
  ],
  ['Vender em uma plataforma', '/turma/22', [makeCohort({ id: '22' }), learning], false],
  ['Ver como aluno', '/c/ingles', [learning], true],
  ['Ver como aluno', '/c/ingles', [makeCohort({ is_public: true })], false],
] as const)('leads on to “%s” at %s', async (label, path, cohorts, sells) => {
  const { dialog } = await publish([...cohorts], sells)
  const link = await dialog.findByRole<HTMLAnchorElement>('link', { name: label })
  expect(new URL(link.href).pathname).toBe(path)
})

it('puts a course without a class into one, and keeps what others put there', async () => {
  const listed = [
    makeCohort({ id: '30', title: 'Outra', has_degree: false }),
    makeCohort({ has_degree: false, totalStudents: 3 }),
  ]
  const { server, dialog } = await publish(listed)
  expect(await dialog.findByText('Este curso ainda não está em nenhuma turma.')).toBeTruthy()
  const gateway = {
    id: '20',
    title: 'Turma de maio',
    is_public: false,
    all_degrees: false,
    degrees: ['90'],
    integrations: [],
  }
  const terms = { term: { kind: 'life' as const }, seats: null, enrolls_until: null }
  const answer = { ...gateway, ...terms, totalStudents: 3, opens: 1 }
  const students = { total: 0, page: 1, rowsPerPage: 50, list: [] }
  server.on(cohorts.get, () => ({ gateway: answer, degrees: [], students }))
  let isRefusing = true
  const saves = server.on(cohorts.update, () => {
    if (isRefusing) return fail('internal')
    listed[1] = { ...listed[1]!, has_degree: true }
    return { gateway: answer, waiting_sales: 0 }
  })
  await userEvent.selectOptions(dialog.getByLabelText('Adicionar a uma turma'), 'Turma de maio (3 alunos)')
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  isRefusing = false
  await userEvent.click(dialog.getByRole('button', { name: 'Adicionar' }))
  expect(await dialog.findByRole('link', { name: 'Turma de maio' })).toBeTruthy()
  expect(saves.at(-1)).toMatchObject({ params: { id: '20' }, body: { degrees: ['90', sampleCourse.id] } })
  expect(dialog.queryByLabelText('Adicionar a uma turma')).toBeNull()
  expect(document.activeElement?.textContent).toBe('Quem já pode estudar')
})

it('makes the first class with the course, under one key until it is there, and leads to it', async () => {
  const { server, dialog, at } = await publish([])
  const terms = { term: { kind: 'life' as const }, seats: null, enrolls_until: null }
  const gateway = { id: '20', title: 'Inglês', is_public: false, all_degrees: false, degrees: [], integrations: [] }
  const made = { ...gateway, ...terms, totalStudents: 0, opens: 0 }
  let isRefusing = true
  const saves = server.on(cohorts.update, () =>
    isRefusing ? fail('internal') : { gateway: { ...made, degrees: [sampleCourse.id] }, waiting_sales: 0 },
  )
  // The path of a save would match this one too.
  const calls = server.on(cohorts.create, () => ({ gateway: made }))
  await userEvent.click(await dialog.findByRole('button', { name: 'Criar uma turma' }))
  expect(await dialog.findByRole('alert')).toBeTruthy()
  isRefusing = false
  await userEvent.click(dialog.getByRole('button', { name: 'Criar uma turma' }))
  await waitFor(() => expect(at()).toBe('/turma/20'))
  expect(new Set(calls.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1)
  expect(calls[0]).toMatchObject({ body: { title: courseTitle(sampleCourse) } })
  expect(saves.at(-1)).toMatchObject({ params: { id: '20' }, body: { degrees: [sampleCourse.id] } })
})

it('shows the link when the cohorts could not be asked for', async () => {
  fakeServer().on(courses.cohorts, () => fail('internal'))
  await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', show: () => <Editor /> })
  await userEvent.click(screen.getByRole('button', { name: 'Publicar curso' }))
  const dialog = within(await screen.findByRole('dialog', { name: title }))
  expect(await dialog.findByRole('link', { name: 'Ver como aluno' })).toBeTruthy()
  expect(dialog.queryByText('Quem já pode estudar')).toBeNull()
})
