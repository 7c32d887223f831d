import { translateMessage } from '@escola/contract/errors'
import { messages } from '@escola/contract/messages'
import { sessions } from '@escola/contract/sessions.contract'
import { screen } from '@testing-library/react'
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

/** Signs in against a server that refuses with this message, and returns the text that the screen shows. */
async function readAfter(message: string | undefined) {
  const server = fakeServer()
  server.on(sessions.signIn, () => say(message))
  await showApp(server, '/login', () => nowhere)
  await userEvent.type(screen.getByLabelText('E-mail'), 'ana@mar.example')
  await userEvent.type(screen.getByLabelText('Senha'), 'segredo1')
  await userEvent.click(screen.getByRole('button', { name: 'Entrar' }))
  return (await screen.findByRole('alert')).textContent
}

it.each(specified)('says "%s" in Portuguese, with or without a full stop', async (message) => {
  const text = translateMessage(message)
  expect(text).not.toBe(message)
  expect(await readAfter(`${message}.`)).toBe(text)
})

it('shows what it does not know as it is, without its full stop', async () => {
  expect(await readAfter('O convite acabou.')).toBe('O convite acabou')
})

it('excuses itself when nothing is said', async () => {
  expect(await readAfter(undefined)).toBe(messages.unexpected)
})
