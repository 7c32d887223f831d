import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse, sampleLesson } from '../sample-course.ts'
import { LessonSidebar } from './lesson-sidebar.tsx'

afterEach(() => vi.restoreAllMocks())

it('opens where the lesson is that is written', async () => {
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return this.ariaCurrent ? new DOMRect(0, 9866, 300, 36) : new DOMRect(0, 0, 300, 600)
  })
  const show = () => <LessonSidebar degree={sampleCourse} lessonId="30" title="Nova aula" />
  await showScreen({ at: '/c', route: '/c', as: 'admin', show })
  expect(screen.getByRole('navigation', { name: 'Módulos e aulas' }).scrollTop).toBe(9866 - (600 - 36) / 2)
})

it('offers a new lesson at the end of each module, and remembers which are folded', async () => {
  const module = (id: string) => ({ id, title: `Módulo ${id}`, alwaysAvailable: false, content: [] })
  const degree = { ...sampleCourse, modules: [...sampleCourse.modules, module('2'), module('3')] }
  const show = () => <LessonSidebar degree={degree} lessonId="30" title="Nova aula" />
  const first = await showScreen({ at: '/c', route: '/c', as: 'admin', show })
  const isOpen = (title: string) => screen.getByText(title).closest('details')!.open
  expect(screen.getByRole('link', { name: 'Nova aula em Módulo 2' })).toHaveProperty(
    'pathname',
    '/c/ingles/2/nova-aula',
  )
  await userEvent.click(screen.getByText('Módulo 2'))
  await waitFor(() => expect(localStorage.getItem('escola.folded.10')).toBe('{"2":true}'))
  await first.router.navigate({ to: '/fora' as '/' })
  cleanup()
  await showScreen({ at: '/c', route: '/c', as: 'admin', show })
  expect(['Módulo 1', 'Módulo 2', 'Módulo 3'].map(isOpen)).toEqual([true, false, true])
})

it('folds the modules of a long course, but for the lesson’s own', async () => {
  const lessons = Array.from({ length: 50 }, (_, at) => ({ ...sampleLesson, id: `${at}`, link: `aula-${at}` }))
  const modules = lessons.map((lesson) => ({
    id: lesson.id,
    title: `Módulo ${lesson.id}`,
    alwaysAvailable: false,
    content: [lesson],
  }))
  const show = () => <LessonSidebar degree={{ ...sampleCourse, modules }} lessonId="7" title="Nova aula" />
  await showScreen({ at: '/c', route: '/c', as: 'admin', show })
  const isOpen = (title: string) => screen.getByText(title).closest('details')!.open
  expect(['Módulo 0', 'Módulo 7', 'Módulo 49'].map(isOpen)).toEqual([false, true, false])
  // The list's opening is an event of its own, which no user asked for.
  await new Promise((resolve) => setTimeout(resolve))
  expect(localStorage.getItem('escola.folded.10')).toBeNull()
})
