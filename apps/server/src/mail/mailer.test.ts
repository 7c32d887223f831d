import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { createMailer } from './mailer.ts'

/** A mail server that keeps what it is sent, head and all. */
async function startServer() {
  let received = ''
  let isMail = false
  const server = createServer((socket) => {
    socket.write('220 ready\r\n')
    socket.on('data', (bytes) => {
      const text = String(bytes)
      if (isMail) received += text
      if (isMail && received.includes('\r\n.\r\n')) {
        isMail = false
        socket.write('250 taken\r\n')
      } else if (!isMail && /^DATA/i.test(text)) {
        isMail = true
        socket.write('354 go on\r\n')
      } else if (!isMail) socket.write(/^QUIT/i.test(text) ? '221 bye\r\n' : '250 ok\r\n')
    })
    socket.on('error', () => undefined)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  return { smtpUrl: `smtp://127.0.0.1:${port}`, received: () => received }
}

it('marks each mail as automatic, so that no holiday answer goes to the owner', async () => {
  const server = await startServer()
  const mailer = createMailer({ smtpUrl: server.smtpUrl, mailFrom: 'Escola <escola@example.com>' })
  onTestFinished(() => mailer.close())
  await mailer.send({
    messageId: '<1@example.com>',
    fromName: 'Escola',
    replyTo: 'dona@example.com',
    to: { name: 'Ana', address: 'ana@example.com' },
    subject: 'Olá',
    html: '<p>Olá</p>',
    text: 'Olá',
  })
  expect(server.received()).toMatch(/^Auto-Submitted: auto-generated\r$/m)
  expect(server.received()).toMatch(/^X-Auto-Response-Suppress: OOF, AutoReply\r$/m)
})
