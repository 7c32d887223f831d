import { courses, type Degree } from '@escola/contract/courses.contract'
import { errors } from '@escola/contract/errors'
import { lessonOrder, orderTexts } from '@escola/contract/lesson-order.contract'
import { practiceTexts } from '@escola/contract/practice-texts'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, refuse } from '../../../testing/fake-server.ts'
import { school, showScreen } from '../../../testing/show-screen.tsx'
import { courseQueries } from '../courses.queries.ts'
import { sampleCourse } from '../sample-course.ts'
import { CourseEditorPage } from './course-editor-page.tsx'

const published: Degree = { ...sampleCourse, utc_published_on: '2026-01-01T00:00:00.000Z', isDraft: false }
const practiceName = new RegExp(`^${practiceTexts.label}`)
const reach = { closing: 40, kept: { students: 12, lessons: 34 }, isWhole: true }

async function open(start: Degree) {
  const server = fakeServer()
  let degree = start
  server.on(courses.get, () => ({ degree }))
  const saves = server.on(courses.save, ({ body }) => {
    degree = { ...degree, in_order: body.in_order ?? degree.in_order, version: degree.version + 1, isDraft: true }
    return { degree, school: { categories: [], revision: '1' } }
  })
  await showScreen({
    at: '/c/ingles',
    route: '/c/$link',
    as: 'admin',
    load: (client, { link }) => client.ensureQueryData(courseQueries.course(school.id, link!)),
    show: ({ link }) => <CourseEditorPage link={link!} />,
  })
  return { server, saves, toggle: await screen.findByRole('switch', { name: new RegExp(`^${orderTexts.label}`) }) }
}

it('says before the publishing how many lessons close and how many stay open', async () => {
  const { server, saves, toggle } = await open(published)
  const asked = server.on(lessonOrder.reach, () => ({ reach }))
  expect(asked).toEqual([])
  await userEvent.click(toggle)
  expect(
    await screen.findByText(
      'Para 40 alunos que já começaram o curso, fecham-se aulas que ainda não abriram. Para 12 alunos, 34 aulas que já abriram continuam abertas.',
    ),
  ).toBeTruthy()
  await waitFor(() => expect(saves.at(-1)?.body.in_order).toBe(true))
  await userEvent.click(toggle)
  await waitFor(() => expect(screen.queryByText(/continuam abertas/)).toBeNull())
})

it('offers practice where a lesson has an assessment, and nowhere else', async () => {
  const { saves } = await open(published)
  expect(screen.queryByRole('switch', { name: practiceName })).toBeNull()
  cleanup()
  const modules = published.modules.map((module) => ({
    ...module,
    content: module.content.map((lesson) => ({ ...lesson, has_exam: true as const })),
  }))
  const other = await open({ ...published, modules })
  const toggle = await screen.findByRole('switch', { name: practiceName })
  expect(toggle).toHaveProperty('checked', true)
  await userEvent.click(toggle)
  await waitFor(() => expect(other.saves.at(-1)?.body.has_practice).toBe(false))
  expect(saves).toEqual([])
})

it('asks nothing of a course that is in order already, or that has no students yet', async () => {
  const { server, toggle } = await open({ ...published, in_order: true })
  const asked = server.on(lessonOrder.reach, () => ({ reach }))
  expect(toggle).toHaveProperty('checked', true)
  expect(asked).toEqual([])
})

it('says why the students could not be counted', async () => {
  const { server, toggle } = await open(published)
  server.on(lessonOrder.reach, () => refuse('tooManyRequests'))
  await userEvent.click(toggle)
  expect(await screen.findByText(errors.too_many_requests.pt)).toBeTruthy()
})

it.each([
  [
    { closing: 0, kept: { students: 0, lessons: 0 }, isWhole: true },
    'Nenhuma aula se fecha para quem já começou o curso.',
  ],
  [
    { closing: 1, kept: { students: 1, lessons: 1 }, isWhole: true },
    'Para 1 aluno que já começou o curso, fecham-se aulas que ainda não abriram. Para 1 aluno, 1 aula que já abriu continua aberta.',
  ],
  [
    { closing: 2, kept: { students: 0, lessons: 0 }, isWhole: false },
    'Para pelo menos 2 alunos que já começaram o curso, fecham-se aulas que ainda não abriram.',
  ],
])('writes the numbers as a sentence (%#)', (numbers, sentence) => {
  expect(orderTexts.reach(numbers)).toBe(sentence)
})
