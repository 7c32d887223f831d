import { courses, type Degree } from '@escola/contract/courses.contract'
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../../testing/fake-server.ts'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { CourseEditorPage } from './course-editor-page.tsx'

/** Who was drawn, once for each time: every module and every lesson can be dragged. */
const drawn = vi.hoisted(() => [] as string[])
vi.mock('@dnd-kit/sortable', async (load) => {
  const library = await load<typeof import('@dnd-kit/sortable')>()
  return {
    ...library,
    useSortable: (options: { id: string }) => {
      drawn.push(options.id)
      return library.useSortable(options)
    },
  }
})
const moduleOf = (id: string) => ({
  id,
  title: `Módulo ${id}`,
  alwaysAvailable: false,
  content: [1, 2].map((at) => ({ ...sampleLesson, id: `${id}${at}`, link: `aula-${id}-${at}`, title: `Aula ${at}` })),
})

async function open() {
  let degree: Degree = { ...sampleCourse, modules: [moduleOf('20'), moduleOf('21')] }
  const server = fakeServer()
  server.on(courses.get, () => ({ degree }))
  server.on(courses.save, ({ body }) => {
    const modules = degree.modules.map((module) => ({ ...module, ...body.modules?.find(({ id }) => id === module.id) }))
    const { description_title = '' } = body
    degree = { ...degree, modules, description_title, version: degree.version + 1 }
    return { degree, school: { categories: [], revision: '1' } }
  })
  const show = ({ link }: Record<string, string>) => <CourseEditorPage link={link!} />
  await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', show })
  await screen.findAllByRole('article')
  expect(drawn).toContain('item:202')
}
const lessonsDrawn = () => drawn.filter((id) => id.startsWith('item:'))

it('draws no lesson again while something else is typed and saved', async () => {
  await open()
  const field = screen.getByLabelText('Título da descrição')
  drawn.length = 0
  await userEvent.type(field, 'Do zero')
  await screen.findByText('Salvo')
  expect(drawn).toEqual([])
})

it('draws no lesson again while a module gets its name', async () => {
  await open()
  const field = screen.getAllByLabelText('Título do módulo')[0]!
  drawn.length = 0
  await userEvent.type(field, ' do zero')
  await screen.findByText('Salvo')
  expect(lessonsDrawn()).toEqual([])
})
