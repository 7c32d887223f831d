import { courses, type Degree } from '@escola/contract/courses.contract'
import { screen, within } from '@testing-library/react'
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

async function open(modules = [moduleOf('20'), moduleOf('21')]) {
  let degree: Degree = { ...sampleCourse, modules }
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
}
const lessonsDrawn = () => drawn.filter((id) => id.startsWith('item:'))

it('draws no lesson again while something else is typed and saved', async () => {
  await open()
  expect(drawn).toContain('item:202')
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

it('folds a long course, so that a drag in it moves no more than in a short one', async () => {
  drawn.length = 0
  await open(Array.from({ length: 21 }, (_, at) => moduleOf(`${50 + at}`)))
  expect(lessonsDrawn()).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Aulas de Módulo 60' }))
  expect(new Set(lessonsDrawn())).toEqual(new Set(['item:601', 'item:602']))
})

it('folds a module, says how many lessons it has, and draws none of them', async () => {
  await open()
  drawn.length = 0
  await userEvent.click(screen.getByRole('button', { name: 'Aulas de Módulo 20' }))
  const [folded, other] = screen.getAllByRole('article')
  expect(within(folded!).queryAllByRole('link')).toEqual([])
  expect(within(folded!).getByText('2 aulas')).toBeTruthy()
  expect(within(other!).getAllByRole('link')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Recolher módulos' }))
  expect(screen.queryByRole('link', { name: 'Aula 1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Abrir módulos' }))
  expect(screen.getAllByRole('link', { name: 'Aula 1' })).toHaveLength(2)
})
