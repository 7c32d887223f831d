import { expect, it } from 'vitest'
import { refusingMailServer } from '../testing/refusing-mail-server.ts'
import { MailTrouble, verdictOf } from './refusals.ts'

async function open(answers: Parameters<typeof refusingMailServer>[0]) {
  const { mailer, events } = await refusingMailServer(answers)
  const send = (address = 'ana@example.com'): Promise<unknown> => {
    const mail = { messageId: '<1@x>', fromName: 'Escola', replyTo: undefined, subject: 'Oi', html: 'Oi', text: 'Oi' }
    return mailer.send({ ...mail, to: { name: 'Ana', address } }).catch((error: unknown) => error)
  }
  return { send, events }
}

it.each([
  // The mailbox.
  ['RCPT', '550 5.1.1 <ana@example.com>: no such user', 'address'],
  ['RCPT', '550-5.1.1 no such user\r\n550 5.1.1 really', 'address'],
  ['RCPT', '553 5.1.3 bad address', 'address'],
  ['RCPT', '550 5.1.10 recipient not found', 'address'],
  ['RCPT', '550 5.2.1 mailbox disabled', 'address'],
  // Without a class we can't know yet.
  ['RCPT', '550 Sending quota exceeded', 'perhaps_address'],
  ['RCPT', '551 not here', 'perhaps_address'],
  ['RCPT', '553 not allowed', 'perhaps_address'],
  // The account, the sender or the moment.
  ['RCPT', '550 5.1.8 Access denied, bad outbound sender', 'later'],
  ['RCPT', '550 5.1.7 bad sender', 'later'],
  ['RCPT', '550 5.4.5 Daily user sending limit exceeded', 'later'],
  ['RCPT', '550 5.7.1 Sending quota exceeded', 'later'],
  ['RCPT', '554 5.7.1 relay access denied', 'later'],
  ['RCPT', '550 5.3.0 suspended', 'later'],
  ['RCPT', '552 5.2.2 mailbox full', 'later'],
  ['RCPT', '554 no', 'later'],
  ['RCPT', '451 4.2.1 try again', 'later'],
  ['RCPT', '450 4.1.1 unverified address', 'later'],
  ['DATA', '550 5.1.1 no such user', 'later'],
  ['DATA', '554 no valid recipients', 'later'],
  ['END', '554 Message rejected: Email address is not verified', 'later'],
  ['END', '550 5.1.1 no such user', 'later'],
  ['END', '554 5.7.1 sending paused for this account', 'later'],
  ['MAIL', '550 5.1.1 sender unknown', 'away'],
  ['MAIL', '530 5.7.0 authentication required', 'away'],
] as const)('takes at %s the answer %j for %s', async (command, line, verdict) => {
  const { send, events } = await open({ [command]: line })
  const error = await send()
  expect(error).toBeInstanceOf(MailTrouble)
  expect((error as MailTrouble).verdict).toBe(verdict)
  const words = line.split('\r\n')[0]!.replace('ana@example.com', '…')
  expect(events).toEqual([{ result: verdict, mail: '<1@x>', words: expect.stringContaining(words) }])
})

it('knows a server that is away from a recipient that is no address', async () => {
  const { send } = await open({})
  expect(await send('')).toMatchObject({ verdict: 'address' })
  expect(verdictOf({ code: 'ECONNECTION', command: 'CONN' })).toBe('away')
  expect(verdictOf({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })).toBe('away')
  expect(verdictOf({ code: 'EENVELOPE', command: 'API', message: 'Invalid sender "x"' })).toBe('away')
})
