import { learning } from '@escola/contract/learning.contract'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'
import { degree, summary } from './sample-course.ts'

it('says beside a lesson that it has an assessment, and the mark once it may be shown', async () => {
  const server = fakeServer()
  const lessons = [
    summary('1', { assessment: 'open', mark: '7,5 de 10' }),
    summary('2', { assessment: 'passed' }),
    summary('3', { assessment: 'needed', restricted: true }),
    summary('4'),
  ]
  server.on(learning.course, () => ({ degree: degree(lessons) }))
  await showPage(server, '/c/vela', 'student')
  expect(await screen.findByRole('link', { name: 'Aula 1 Nota 7,5 de 10' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Aula 2 Avaliação' })).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Aula 4' })).toBeTruthy()
})
