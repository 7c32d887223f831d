import { courses, type Degree } from '@escola/contract/courses.contract'
import type { QueryClient } from '@tanstack/react-query'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it, vi } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { school, showScreen } from '../../testing/show-screen.tsx'
import { CourseEditorPage } from './course-editor/course-editor-page.tsx'
import { courseQueries } from './courses.queries.ts'
import { LessonSidebar } from './lesson-editor/lesson-sidebar.tsx'
import { sampleCourse, sampleLesson } from './sample-course.ts'

/** Names of the rows drawn, once for each time: every module and every lesson can be dragged. */
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
/** Addresses of the links that were drawn, once for each time. */
const drawnLinks = vi.hoisted(() => [] as unknown[])
vi.mock('@tanstack/react-router', async (load) => {
  const library = await load<typeof import('@tanstack/react-router')>()
  const { Link } = library
  const CountedLink: typeof Link = (props) => {
    drawnLinks.push((props.params as { classLink?: string } | undefined)?.classLink)
    return <Link {...props} />
  }
  return { ...library, Link: CountedLink }
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
  const load = (client: QueryClient) => client.ensureQueryData(courseQueries.course(school.id, 'ingles'))
  await showScreen({ at: '/c/ingles', route: '/c/$link', as: 'admin', load, show })
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
  await expect.poll(() => new Set(lessonsDrawn())).toEqual(new Set(['item:601', 'item:602']))
})

const line = 20
/** Modules' heads and lessons one below the other, as jsdom has no places; says where each begins. */
function lines() {
  const all = () => [...document.querySelectorAll('article, article li')]
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    const at = all().indexOf(this)
    if (at < 0) return new DOMRect()
    return new DOMRect(0, at * line, 300, line * (1 + this.querySelectorAll('li').length))
  })
  return { topOf: (element: Element) => all().indexOf(element) * line }
}

it('draws only what is held, left and met at a step of a drag', async () => {
  await open([moduleOf('20'), moduleOf('21'), moduleOf('22')])
  const [first, second, third] = screen.getAllByRole('article')
  await userEvent.click(screen.getByRole('button', { name: 'Aulas de Módulo 21' }))
  await userEvent.click(screen.getByRole('button', { name: 'Aulas de Módulo 22' }))
  await expect.poll(() => screen.getAllByRole('link', { name: /^Aula/ })).toHaveLength(2)
  const { topOf } = lines()
  const [lesson, next] = within(first!).getAllByRole('listitem')
  const move = (clientY: number) => {
    drawn.length = 0
    fireEvent.mouseMove(document, { clientX: 8, clientY })
    return new Set(drawn.filter((id) => id !== 'item:201'))
  }
  fireEvent.mouseDown(within(lesson!).getByRole('button', { name: 'Mover a aula Aula 1' }), { clientX: 8, clientY: 25 })
  move(topOf(lesson!) + 15)
  expect(screen.getByText(/está sobre/).textContent).toContain('Aula 1')
  expect(move(topOf(lesson!) + 16)).toEqual(new Set())
  expect(move(topOf(next!) + 5)).toEqual(new Set(['item:202']))
  move(topOf(second!) + 5)
  expect(second!.dataset.taking).toBe('true')
  expect(move(topOf(second!) + 6)).toEqual(new Set())
  expect(move(topOf(third!) + 5)).toEqual(new Set(['group:21', 'group:22']))
  fireEvent.keyDown(document, { code: 'Escape' })
  // The library lets no click through for a moment.
  const clicked = vi.fn()
  document.body.addEventListener('click', clicked, { once: true })
  await expect.poll(() => fireEvent.click(document.body) && clicked.mock.calls.length).toBe(1)
})

it('folds a module, says how many lessons it has, and draws none of them', async () => {
  await open()
  drawn.length = 0
  await userEvent.click(screen.getByRole('button', { name: 'Aulas de Módulo 20' }))
  const [folded, other] = screen.getAllByRole('article')
  // The module folds a moment after the click is answered.
  await expect.poll(() => within(folded!).queryAllByRole('link')).toEqual([])
  expect(within(folded!).getByText('2 aulas')).toBeTruthy()
  expect(within(other!).getAllByRole('link')).toHaveLength(2)
  await userEvent.click(screen.getByRole('button', { name: 'Recolher módulos' }))
  await expect.poll(() => screen.queryByRole('link', { name: 'Aula 1' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Abrir módulos' }))
  await expect.poll(() => screen.queryAllByRole('link', { name: 'Aula 1' })).toHaveLength(2)
})

it('draws no line again but the lesson’s own while its title is typed, and no folded one at all', async () => {
  const lessons = Array.from({ length: 60 }, (_, at) => ({ ...sampleLesson, id: `${at}`, link: `aula-${at}` }))
  const modules = [0, 20, 40].map((from) => ({
    id: `${from}`,
    title: `Módulo ${from}`,
    alwaysAvailable: false,
    content: lessons.slice(from, from + 20),
  }))
  const degree = { ...sampleCourse, modules }
  function Editor() {
    const [title, setTitle] = useState('')
    return (
      <>
        <input aria-label="Título da aula" value={title} onChange={({ target }) => setTitle(target.value)} />
        <LessonSidebar degree={degree} lessonId="25" title={title} />
      </>
    )
  }
  drawnLinks.length = 0
  await showScreen({ at: '/c', route: '/c', as: 'admin', show: () => <Editor /> })
  const own = lessons.slice(20, 40).map(({ link }) => link)
  expect(new Set(drawnLinks)).toEqual(new Set([...own, undefined]))
  const title = screen.getByLabelText('Título da aula')
  drawnLinks.length = 0
  await userEvent.type(title, 'Ler')
  expect(drawnLinks).toEqual(['aula-25', 'aula-25', 'aula-25'])
  expect(screen.getByRole('link', { name: 'Ler' }).ariaCurrent).toBe('page')
  drawnLinks.length = 0
  await userEvent.click(screen.getByText('Módulo 40'))
  await waitFor(() =>
    expect(new Set(drawnLinks)).toEqual(new Set([...lessons.slice(40).map(({ link }) => link), undefined])),
  )
})
