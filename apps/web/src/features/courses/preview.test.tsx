import { courses, type Degree } from '@escola/contract/courses.contract'
import { newExamSettings } from '@escola/contract/exam-plan'
import { exams } from '@escola/contract/exams.contract'
import { learning } from '@escola/contract/learning.contract'
import { lessons } from '@escola/contract/lessons.contract'
import { messages } from '@escola/contract/messages'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { sampleCourse, sampleLesson } from './sample-course.ts'

const visible = { ...sampleLesson, title: 'No aeroporto', link: 'no-aeroporto' }
const hidden = { ...sampleLesson, id: '31', title: 'No hotel', link: 'no-hotel', is_visible: false }
const degree: Degree = {
  ...sampleCourse,
  title: 'Inglês para viagem',
  modules: [
    { id: '20', title: 'Módulo 1', alwaysAvailable: false, content: [visible, hidden] },
    { id: '21', title: 'Módulo 2', alwaysAvailable: false, content: [] },
  ],
}
const author = () => {
  const server = fakeServer()
  server.on(courses.get, () => ({ degree }))
  server.on(lessons.get, ({ params }) => ({ content: params.lessonLink === hidden.link ? hidden : visible, degree }))
  return server
}
const bar = () => screen.findByText('Você está vendo como aluno')

it('shows an author the draft as students would see it, from lesson to lesson and back to where it is written', async () => {
  const { at } = await showPage(author(), '/c/ingles')
  await userEvent.click(await screen.findByRole('link', { name: 'Pré-visualizar' }))
  await bar()
  expect(await screen.findByRole('heading', { level: 1, name: 'Inglês para viagem' })).toBeTruthy()
  expect(screen.queryByText('Módulo 2')).toBeNull()
  expect(screen.queryByText('No hotel')).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: messages.courseStart }))
  expect(await screen.findByRole('heading', { level: 1, name: 'No aeroporto' })).toBeTruthy()
  expect(at()).toBe('/c/ingles/no-aeroporto?student=draft')
  await bar()
  await userEvent.click(screen.getByRole('link', { name: 'Voltar a editar' }))
  expect(await screen.findByLabelText('Título da aula')).toBeTruthy()
  expect(at()).toBe('/c/ingles/no-aeroporto')
})

it('shows an assessment that is not published yet as students would see it, and lets its author try it', async () => {
  const server = author()
  server.on(exams.get, () => ({
    exam: {
      lesson_id: visible.id,
      version: 1,
      plan: { settings: { ...newExamSettings, must_pass: true }, parts: [] },
      questions: [],
      draws: [],
      problems: [],
      changes: { plan: true, changed: 0, added: 0, removed: 0 },
      utc_published_on: null,
    },
  }))
  await showPage(server, '/c/ingles/no-aeroporto?student=draft')
  const exam = within(await screen.findByRole('region', { name: 'Prova' }))
  expect(exam.getByText('A aula se conclui quando você passa')).toBeTruthy()
  expect(exam.getByRole('button', { name: 'Experimentar' })).toBeTruthy()
  expect(exam.queryByRole('button', { name: 'Começar prova' })).toBeNull()
})

it('says of a lesson that no student would see that it is invisible', async () => {
  await showPage(author(), '/c/ingles/no-hotel')
  await userEvent.click(await screen.findByRole('link', { name: 'Pré-visualizar' }))
  await bar()
  expect(screen.getByText('invisível')).toBeTruthy()
})

const studied = () => {
  const server = fakeServer()
  const { modules, ...fields } = degree
  const study = server.on(learning.course, () => ({
    degree: {
      ...fields,
      title: 'Inglês',
      modules: [],
      progress: '0.00',
      nextContentLink: null,
      certificate: null,
      newContents: 0,
    },
  }))
  const written = server.on(courses.get, () => ({ degree }))
  return { server, study, written }
}

it('leads an author back who looks at what is published, or at the whole school as a student', async () => {
  localStorage.setItem('escola.view', '7:student')
  const { server, written } = studied()
  const { at } = await showPage(server, '/c/ingles')
  await bar()
  expect(written).toHaveLength(0)
  await userEvent.click(screen.getByRole('link', { name: 'Voltar a editar' }))
  expect(await screen.findByLabelText('Título do curso')).toBeTruthy()
  expect(at()).toBe('/c/ingles')
})

it('asks for no draft in a student’s name', async () => {
  const { server, study, written } = studied()
  await showPage(server, '/c/ingles?student=draft', 'student')
  expect(await screen.findByRole('heading', { level: 1, name: 'Inglês' })).toBeTruthy()
  await waitFor(() => expect(study.length).toBeGreaterThan(0))
  expect(written).toHaveLength(0)
  expect(screen.queryByText('Você está vendo como aluno')).toBeNull()
})
