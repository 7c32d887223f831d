import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import type { SchoolData } from '@escola/contract/profiles.contract'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { school, showScreen, student } from '../../testing/show-screen.tsx'
import SchoolDataModal from './school-data-modal.tsx'

function Home({ onSubmit }: { onSubmit: (data: SchoolData) => Promise<unknown> }) {
  const [opened, setOpened] = useState(true)
  return (
    <SchoolDataModal
      opened={opened}
      school={{ ...school, cellphone: '' }}
      user={{ ...student, cellphone: '' }}
      onSubmit={onSubmit}
      onClose={() => setOpened(false)}
    />
  )
}
const open = (onSubmit: (data: SchoolData) => Promise<unknown>) =>
  showScreen({ at: '/', route: '/', as: 'admin', show: () => <Home onSubmit={onSubmit} /> })
const field = (label: string | RegExp) => screen.findByLabelText(label)
const submit = () => userEvent.click(screen.getByRole('button', { name: 'Atulalizar dados' }))

it('says what is missing, and stays until it is answered', async () => {
  const sent: SchoolData[] = []
  await open(async (data) => sent.push(data))
  await userEvent.clear(await field(/^Nome da escola/))
  await userEvent.clear(await field(/^E-mail/))
  await submit()
  expect(await screen.findByText(messages.studentName)).toBeTruthy()
  expect(screen.getByText(messages.emailSignUp)).toBeTruthy()
  expect(screen.getAllByText(messages.cellphone)).toHaveLength(2)
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('dialog')).toBeTruthy()
  expect(sent).toEqual([])
})

it("says beside the school's number that it is too short for a WhatsApp, and sends nothing", async () => {
  const sent: SchoolData[] = []
  await open(async (data) => sent.push(data))
  await userEvent.type(await field(/^Telefone da escola/), '113333444')
  await userEvent.type(await field(/^Seu telefone/), '113333444')
  await submit()
  const described = (await field(/^Telefone da escola/)).getAttribute('aria-describedby')
  expect(document.getElementById(described ?? '')?.textContent).toBe(messages.cellphone)
  expect((await field(/^Seu telefone/)).getAttribute('aria-invalid')).toBeNull()
  expect(sent).toEqual([])
})

it('lets an owner with a landline go on', async () => {
  const sent: SchoolData[] = []
  await open(async (data) => sent.push(data))
  await userEvent.type(await field(/^Telefone da escola/), '1134567890')
  await userEvent.type(await field(/^Seu telefone/), '1134567890')
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toMatchObject([{ schoolCellphone: '1134567890', cellphone: '1134567890' }])
})

it('hands over what was typed, cleaned, and closes', async () => {
  const sent: SchoolData[] = []
  await open(async (data) => sent.push(data))
  await userEvent.clear(await field(/^E-mail/))
  await userEvent.type(await field(/^E-mail/), 'Contato@Mar.example')
  await userEvent.type(await field(/^Telefone da escola/), '11933334444')
  await userEvent.type(await field(/^Seu telefone/), '11912345678')
  expect(((await field(/^Seu telefone/)) as HTMLInputElement).value).toBe('(11) 91234-5678')
  await submit()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(sent).toEqual([
    { name: school.name, email: 'contato@mar.example', schoolCellphone: '11933334444', cellphone: '11912345678' },
  ])
})

it('says why it could not be saved, and keeps what was typed', async () => {
  await open(() => Promise.reject(new ApiError(503, { code: 'unavailable', message: errors.unavailable.pt })))
  await userEvent.type(await field(/^Telefone da escola/), '11933334444')
  await userEvent.type(await field(/^Seu telefone/), '11912345678')
  await submit()
  expect(await screen.findByText(errors.unavailable.pt)).toBeTruthy()
  expect(((await field(/^Seu telefone/)) as HTMLInputElement).value).toBe('(11) 91234-5678')
})
