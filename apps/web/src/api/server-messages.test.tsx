import { translateMessage } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import { fakeServer, say } from '../testing/fake-server.ts'
import { showApp } from '../testing/show-app.tsx'
import { nowhere } from '../testing/show-screen.tsx'

/** Messages that the server may send, to the letter (part 1 §8). */
const specified = [
  "Can't find school",
  'E-mail not found',
  'Domain or namespace in use',
  'Invalid password',
  "Can't find login",
  'Invalid name',
  'Invalid email',
  'Invalid whatsapp',
  'Password too short',
  "Can't find e-mail!",
  "Can't find token",
  'Your card was declined',
  'Your card number is incorrect',
  'Your card has insufficient funds',
]

/** Opens the login of a server that refuses with a message; says what the screen shows of each. */
async function open() {
  const server = fakeServer()
  await showApp(server, '/login', () => nowhere)
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: 'ana@mar.example' } })
  fireEvent.change(screen.getByLabelText('Senha'), { target: { value: 'segredo1' } })
  return async (message: string | undefined, text: string) => {
    const asked = server.on(sessions.signIn, () => say(message))
    await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
    await waitFor(() => {
      expect(asked).toHaveLength(1)
      expect(screen.getByRole('button', { name: 'Entrar' }).ariaBusy).toBeNull()
      expect(screen.getByRole('alert').textContent, message).toBe(text)
    })
  }
}

it('says each message in Portuguese, with or without a full stop', async () => {
  const expectShown = await open()
  for (const message of specified) {
    const text = translateMessage(message)
    expect(text).not.toBe(message)
    await expectShown(`${message}.`, text)
  }
})

it('shows what it does not know as it is, without its full stop, and excuses itself when nothing is said', async () => {
  const expectShown = await open()
  await expectShown('O convite acabou.', 'O convite acabou')
  await expectShown(undefined, messages.unexpected)
})
