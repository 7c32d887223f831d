import { fireEvent, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { showScreen } from '../../testing/show-screen.tsx'
import { CourseFinished } from './course-finished.tsx'
import { degree, summary } from './sample-course.ts'

const targetOf = (name: string) => new URL((screen.getByRole('link', { name }) as HTMLAnchorElement).href)
const finished = degree([summary('1', { isComplete: true })], {
  progress: '100.00',
  certificate: { id: '9', status: 'ready', code: 'ABCD', pdf: '' },
})

it('shows the certificate of a completed course, one tap away from WhatsApp and LinkedIn', async () => {
  await showScreen({ at: '/c/vela', route: '/c/$link', show: () => <CourseFinished degree={finished} isNew /> })
  const picture = await screen.findByRole('img', { name: 'Seu certificado de Vela para iniciantes' })
  expect(picture.getAttribute('src')).toBe('/api/school/7/certificate/ABCD/picture')
  const address = `${window.location.origin}/mar/v/ABCD`
  expect(targetOf('Mostrar no WhatsApp').searchParams.get('text')).toBe(
    `Concluí o curso Vela para iniciantes em Escola do Mar! Veja o meu certificado: ${address}`,
  )
  expect(targetOf('Publicar no LinkedIn').searchParams.get('url')).toBe(address)
  // The two ways stay where the picture can't be drawn.
  fireEvent.error(picture)
  expect(screen.queryByRole('img', { name: /^Seu certificado/ })).toBeNull()
  expect(targetOf('Publicar no LinkedIn').hostname).toBe('www.linkedin.com')
})

it('shows nothing of a certificate that is not ready', async () => {
  const queued = { ...finished, certificate: { id: '9', status: 'queued' as const, code: 'ABCD', pdf: '' } }
  await showScreen({ at: '/c/vela', route: '/c/$link', show: () => <CourseFinished degree={queued} isNew /> })
  expect(await screen.findByText(/Parabéns/)).toBeTruthy()
  expect(screen.queryByRole('link', { name: 'Mostrar no WhatsApp' })).toBeNull()
})
