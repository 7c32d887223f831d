import { messages } from '@escola/contract/messages'
import { MantineProvider } from '@mantine/core'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { NoticeHost } from '../notify.ts'
import { ConfirmHost } from './confirm.ts'
import { useConfirmedChange } from './use-confirmed-change.ts'

const question = { title: messages.areYouSure, text: 'Não tem volta.', confirmLabel: 'Apagar' }

function open(change: () => Promise<unknown>, asks: boolean) {
  function Stage() {
    const { run, isPending } = useConfirmedChange()
    return (
      <button
        type="button"
        aria-busy={isPending}
        onClick={() => run({ question: asks ? question : undefined, change, done: 'Apagado!' })}
      >
        Apagar tudo
      </button>
    )
  }
  render(
    <MantineProvider env="test">
      <Stage />
      <ConfirmHost />
      <NoticeHost />
    </MantineProvider>,
  )
  return screen.getByRole('button', { name: 'Apagar tudo' })
}

it('asks, changes once, says so and gives the focus back', async () => {
  const answer = Promise.withResolvers<void>()
  const change = vi.fn(() => answer.promise)
  const button = open(change, true)
  await userEvent.dblClick(button)
  await userEvent.click(await screen.findByRole('button', { name: 'Apagar' }))
  await waitFor(() => expect(button.ariaBusy).toBe('true'))
  await userEvent.click(button)
  expect(screen.queryByRole('dialog')).toBeNull()
  answer.resolve()
  expect(await screen.findByText('Apagado!')).toBeTruthy()
  expect(change).toHaveBeenCalledTimes(1)
  // The notice and the button are drawn one after the other.
  await waitFor(() => expect([button.ariaBusy, document.activeElement]).toEqual(['false', button]))
})

it('changes nothing without a yes, and may be asked again', async () => {
  const change = vi.fn(async () => undefined)
  const button = open(change, true)
  for (const answer of ['Cancelar', 'Apagar']) {
    await userEvent.click(button)
    await userEvent.click(await screen.findByRole('button', { name: answer }))
    await waitFor(() => expect(document.activeElement).toBe(button))
  }
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1))
})

it('says what failed, and tries again', async () => {
  const failing = new ApiError(409, { code: 'conflict', message: 'Deu errado' })
  const change = vi.fn(async () => undefined).mockRejectedValueOnce(failing)
  const button = open(change, false)
  await userEvent.click(button)
  expect(await screen.findByText('Deu errado')).toBeTruthy()
  await userEvent.click(button)
  expect(await screen.findByText('Apagado!')).toBeTruthy()
  expect(change).toHaveBeenCalledTimes(2)
})
