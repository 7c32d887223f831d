import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { type Mail, MailboxStore, type MailFilter, type MailSummary } from './mailbox-store.ts'
import { answerMailboxRequest } from './mailbox-viewer.ts'

export type { Mail, MailFilter, MailSummary } from './mailbox-store.ts'

export interface Mailbox {
  /** Address to send mail to: smtp://127.0.0.1:port */
  smtpUrl: string
  /** Address of the mailbox in a browser. */
  url: string
  messages(filter?: MailFilter): MailSummary[]
  read(id: string): Promise<Mail | undefined>
  clear(): Promise<void>
  stop(): Promise<void>
}

export interface MailboxOptions {
  /** Keeps mails there; without it they live in memory and end with the mailbox. */
  dir?: string
  /** Address to listen on; left out: this machine alone reaches the mailbox. */
  host?: string
  smtpPort?: number
  httpPort?: number
  /** Beyond this many, the oldest mails go. */
  limit?: number
}

/** A mail server that takes everything and delivers nothing: what the platform sends can be read in a browser. */
export async function startMailbox({
  dir,
  host = '127.0.0.1',
  smtpPort = 0,
  httpPort = 0,
  limit = 20_000,
}: MailboxOptions = {}): Promise<Mailbox> {
  const store = new MailboxStore(dir, limit)
  const smtp = smtpServer(store)
  const http = createServer((request, response) => {
    answerMailboxRequest(store, request, response).catch(() => response.writeHead(500).end())
  })
  const [smtpAt, httpAt] = await Promise.all([
    listen(smtp.server as unknown as Server, host, smtpPort),
    listen(http, host, httpPort),
  ])
  return {
    smtpUrl: `smtp://127.0.0.1:${smtpAt}`,
    url: `http://localhost:${httpAt}`,
    messages: (filter) => store.list(filter),
    read: (id) => store.read(id),
    clear: () => store.clear(),
    async stop() {
      http.closeAllConnections()
      await Promise.all([
        new Promise<void>((resolve) => smtp.close(() => resolve())),
        new Promise<void>((resolve) => http.close(() => resolve())),
      ])
      await store.flush()
    },
  }
}

function smtpServer(store: MailboxStore): SMTPServer {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    closeTimeout: 1000,
    logger: false,
    onAuth: (_auth, _session, accept) => accept(null, { user: 'anyone' }),
    onData(stream, session, answer) {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.once('end', () => {
        const recipients = session.envelope.rcptTo.map((each) => each.address)
        store.add(Buffer.concat(chunks), recipients).then(
          () => answer(null),
          (error: Error) => answer(error),
        )
      })
    },
  })
  // A client that hangs up in the middle is its own trouble.
  server.on('error', () => undefined)
  return server
}

function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve((server.address() as AddressInfo).port)
    })
  })
}
