import { createServer } from 'node:net'
import { onTestFinished } from 'vitest'
import { createMailer, type MailEvent } from '../mail/mailer.ts'

/** Answers of a mail server to the commands of one mail; it takes what it has no answer for. */
export interface MailAnswers {
  MAIL?: string
  /** To each recipient, or as their address demands. */
  RCPT?: string | ((address: string) => string | undefined)
  DATA?: string
  /** To the whole mail, after its last line. */
  END?: string
}

/** Starts a mail server that speaks the protocol and refuses what it is told to, with a mailer that uses it. Its answers may change at any time. */
export async function refusingMailServer(answers: MailAnswers = {}) {
  const recipients: string[] = []
  const server = createServer((socket) => {
    let isData = false
    let to = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    say('220 here')
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').filter(Boolean)) {
        if (isData) {
          if (line !== '.') continue
          isData = false
          if (!answers.END) recipients.push(to)
          say(answers.END ?? '250 taken')
        } else if (line.startsWith('RCPT')) {
          to = /<([^>]*)>/.exec(line)?.[1] ?? ''
          say((typeof answers.RCPT === 'function' ? answers.RCPT(to) : answers.RCPT) ?? '250 fine')
        } else if (line === 'DATA') {
          isData = !answers.DATA
          say(answers.DATA ?? '354 go')
        } else say((line.startsWith('MAIL') && answers.MAIL) || '250 fine')
      }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  const events: MailEvent[] = []
  const config = { smtpUrl: `smtp://127.0.0.1:${port}`, mailFrom: 'escola@example.com' }
  const mailer = createMailer(config, (event) => events.push(event))
  onTestFinished(() => {
    mailer.close()
    server.close()
  })
  /** recipients: addresses whose mail was taken, in their order. */
  return { mailer, events, answers, recipients }
}
