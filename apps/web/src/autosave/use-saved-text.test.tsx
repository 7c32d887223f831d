import { minuteMs } from '@escola/contract/durations'
import { errors } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { act, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { ApiError, makeOfflineError } from '../api/api-error.ts'
import { showScreen } from '../testing/show-screen.tsx'
import { SavedTextStatus, StaleText } from './saved-text-status.tsx'
import { useSavedText } from './use-saved-text.ts'

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))

/** A pause longer than any between two keys, on a busy machine too. */
const pause = minuteMs

interface Props {
  value: string
  save: (text: string) => Promise<unknown>
}
function Notes({ value, save }: Props) {
  const field = useSavedText({ thing: 'notes.ana', value, save, delayMs: pause })
  return (
    <>
      <input aria-label="Anotações" value={field.text} onChange={(event) => field.type(event.currentTarget.value)} />
      <SavedTextStatus field={field} />
      <StaleText field={field} label="Anotações" />
    </>
  )
}
const open = async (props: Props) => {
  const { router } = await showScreen({ at: '/', route: '/', show: () => <Notes {...props} /> })
  return { field: await screen.findByLabelText('Anotações'), leave: () => router.navigate({ to: '/fora' as '/' }) }
}
const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime })
const cutOff = async () => Promise.reject(makeOfflineError())

it('sends one request after a pause in typing', async () => {
  const save = vi.fn(async () => undefined)
  const { field } = await open({ value: 'antes', save })
  await user.clear(field)
  await user.type(field, 'depois ')
  expect(save).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(pause)
  expect(save.mock.calls).toEqual([['depois ']])
  await screen.findByText('Salvo')
  expect(field).toHaveProperty('value', 'depois ')
  expect(localStorage).toHaveLength(0)
})

it('never sends older text after newer: a screen that was left tries once and leaves the rest to the next visit', async () => {
  const first = vi.fn(cutOff)
  const left = await open({ value: '', save: first })
  await user.type(left.field, 'A')
  await vi.advanceTimersByTimeAsync(pause)
  await screen.findByText(messages.offline)
  await left.leave()
  const tries = first.mock.calls.length

  const save = vi.fn(async () => undefined)
  const { field } = await open({ value: '', save })
  expect(field).toHaveProperty('value', 'A')
  await user.type(field, 'B')
  await vi.advanceTimersByTimeAsync(10 * pause)
  expect(save.mock.calls).toEqual([['AB']])
  expect(first).toHaveBeenCalledTimes(tries)
})

it('asks before text of an earlier visit replaces what another author saved since', async () => {
  const left = await open({ value: 'antes', save: cutOff })
  await user.type(left.field, ' e minha')
  await left.leave()

  const save = vi.fn(async () => undefined)
  const { field } = await open({ value: 'da colega', save })
  await screen.findByText(/alterado em outra aba/)
  await vi.advanceTimersByTimeAsync(10 * pause)
  expect(save).not.toHaveBeenCalled()
  expect(field).toHaveProperty('value', 'antes e minha')
  await user.click(screen.getByRole('button', { name: 'Ver a versão nova' }))
  await screen.findByText('da colega')
  await user.click(screen.getByRole('button', { name: 'Usar a versão nova' }))
  expect(field).toHaveProperty('value', 'da colega')
  expect(localStorage).toHaveLength(0)
  expect(save).not.toHaveBeenCalled()
})

it('does not ask about text that an earlier visit sent at last', async () => {
  const left = await open({ value: '', save: cutOff })
  await user.type(left.field, 'A')
  await left.leave()

  const save = vi.fn(async () => undefined)
  let arrive = () => {}
  function Screen() {
    const [value, setValue] = useState('')
    arrive = () => setValue('A')
    return <Notes value={value} save={save} />
  }
  await showScreen({ at: '/', route: '/', show: () => <Screen /> })
  const field = await screen.findByDisplayValue('A')
  await user.type(field, 'B')
  act(() => arrive())
  expect(screen.queryByText(/alterado em outra aba/)).toBeNull()
  await vi.advanceTimersByTimeAsync(pause)
  expect(save.mock.calls).toEqual([['AB']])
})

it('says why a text was refused, and sends it again when told so', async () => {
  const save = vi.fn(async () => Promise.reject(new ApiError(400, { message: errors.invalid_name.pt })))
  const { field } = await open({ value: '', save })
  await user.type(field, 'x')
  await vi.advanceTimersByTimeAsync(pause)
  await screen.findByText('Não foi possível salvar: Nome inválido')
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }))
  expect(save).toHaveBeenCalledTimes(2)
})
