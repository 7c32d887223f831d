import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { showScreen } from '../../../testing/show-screen.tsx'
import { sampleCourse } from '../sample-course.ts'
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
