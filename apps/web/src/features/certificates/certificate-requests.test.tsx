import { type CertificateRequest, certificateIssues, issueMessages } from '@escola/contract/certificate-issues.contract'
import { certificates } from '@escola/contract/certificates.contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer } from '../../testing/fake-server.ts'
import { showPage } from '../../testing/show-app.tsx'

it('offers the certificate of a finished course, and says when another comes', async () => {
  const server = fakeServer()
  const course = {
    degree_id: '1',
    degree_title: 'Vela',
    degree_link: 'vela',
    model_id: null,
    utc_due_on: null,
    held_why: '',
    is_waiting: false,
  }
  const later = { ...course, degree_id: '2', degree_title: 'Remo', utc_due_on: '2026-12-05T12:00:00.000Z' }
  const sum = {
    ...course,
    degree_title: 'Vela e Remo',
    model_id: '7',
    held_why: issueMessages.held('田中', 'student_name'),
  }
  const waiting = {
    ...course,
    degree_title: 'Vela e Caiaque',
    model_id: '8',
    held_why: issueMessages.sumWaits(['Caiaque']),
    is_waiting: true,
  }
  let requests: CertificateRequest[] = [sum, waiting, course, later]
  server.on(certificates.mine, () => ({ certificates: [] }))
  server.on(certificateIssues.requests, () => ({ requests }))
  const asked = server.on(certificateIssues.request, () => {
    requests = [sum, waiting, later]
    return { certificate: { id: '9', number: 1 } }
  })
  await showPage(server, '/certificados', 'student')
  expect(await screen.findByText('Seu certificado sai em 05/12/2026')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Pedir certificado de Vela' }))
  expect(await screen.findByText(issueMessages.requested)).toBeDefined()
  await waitFor(() => expect(screen.queryByText('Vela')).toBeNull())
  expect(screen.getByText(sum.held_why)).toBeDefined()
  expect(screen.getByText(waiting.held_why)).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Pedir certificado de Vela e Caiaque' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Pedir certificado de Vela e Remo' }))
  await waitFor(() => expect(asked.map(({ body }) => body)).toEqual([{ degreeId: '1' }, { modelId: '7' }]))
})
