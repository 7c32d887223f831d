import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Mailbox, type MailSummary, startMailbox } from './mailbox.ts'

const senders: { close(): void }[] = []
function senderTo(mailbox: Mailbox) {
  const sender = createTransport({
    url: mailbox.smtpUrl,
    pool: true,
    maxConnections: 5,
    maxMessages: Infinity,
  } as never)
  senders.push(sender)
  return (mail: SendMailOptions) => sender.sendMail({ from: 'escola@escola.test', subject: 'Olá', text: 'Oi', ...mail })
}

let dir: string
let mailbox: Mailbox
let send: ReturnType<typeof senderTo>

beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'escola-mailbox-'))
  mailbox = await startMailbox({ dir })
  send = senderTo(mailbox)
})
afterEach(async () => {
  for (const sender of senders.splice(0)) sender.close()
  await mailbox.stop()
  await rm(dir, { recursive: true, force: true })
})

const getJson = async <T>(place: string) => (await (await fetch(`${mailbox.url}${place}`)).json()) as T

describe('the mailbox', () => {
  it('shows a Message-ID that is delivered twice once, and counts', async () => {
    await send({ to: 'ana@escola.test', messageId: '<1@escola>', subject: 'Primeira' })
    await send({ to: 'ana@escola.test', messageId: '<1@escola>', subject: 'De novo' })
    await send({ to: 'ana@escola.test', messageId: '<2@escola>' })
    expect(await getJson('/api/messages?to=ANA@escola.test')).toMatchObject([
      { messageId: '<2@escola>', deliveries: 1 },
      { messageId: '<1@escola>', deliveries: 2, subject: 'Primeira', to: ['ana@escola.test'] },
    ])
  })

  it('finds by the whole address or domain, and searches by a part of it', async () => {
    await send({ to: 'ana@escola.test' })
    await send({ to: 'joana@escola.test' })
    expect(mailbox.messages({ to: 'ana@escola.test' })).toHaveLength(1)
    expect(mailbox.messages({ to: 'escola.test' })).toHaveLength(2)
    expect(mailbox.messages({ to: 'test' })).toHaveLength(0)
    expect(mailbox.messages({ search: 'ana@' })).toHaveLength(2)
    expect(await getJson('/api/messages?limit=1')).toMatchObject([{ to: ['joana@escola.test'] }])
  })

  it('gives the links of a mail ready to be opened', async () => {
    const html = '<p>Olá</p><a href="http://localhost:3000/ativar?a=1&amp;b=2">Ativar</a>'
    await send({ to: 'ana@escola.test', html, text: 'Ativar: http://localhost:3000/ativar?a=1&b=2' })
    const [mail] = mailbox.messages() as [MailSummary]
    expect(await getJson(`/api/messages/${mail.id}`)).toMatchObject({
      subject: 'Olá',
      from: 'escola@escola.test',
      text: expect.stringContaining('Ativar'),
      html: expect.stringContaining('<p>Olá</p>'),
      links: ['http://localhost:3000/ativar?a=1&b=2'],
    })
  })

  it('shows a mail in a frame that runs no scripts and opens links in a new tab', async () => {
    await send({
      to: 'ana@escola.test',
      subject: '<script>alert(1)</script>',
      html: '<script>alert(2)</script><b>Oi</b>',
    })
    const [mail] = mailbox.messages() as [MailSummary]
    const page = await (await fetch(`${mailbox.url}/mensagens/${mail.id}`)).text()
    expect(page).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(page).not.toContain('alert(2)')
    expect(page).toMatch(/<iframe[^>]+sandbox="(?![^"]*allow-(scripts|same-origin))/)
    const body = await fetch(`${mailbox.url}/mensagens/${mail.id}/corpo`)
    expect(body.headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox allow-popups/)
    expect(await body.text()).toContain('<base target="_blank"')
  })

  it('lists in Portuguese, newest first, page by page', async () => {
    for (let number = 1; number <= 51; number++) await send({ to: 'ana@escola.test', subject: `Aviso ${number}.` })
    const first = await (await fetch(mailbox.url)).text()
    expect(first).toContain('Caixa de entrada local')
    expect(first).toContain('51 mensagens')
    expect(first).toContain('Aviso 51.')
    expect(first).not.toContain('Aviso 1.')
    expect(await (await fetch(`${mailbox.url}/?pagina=2`)).text()).toContain('Aviso 1.')
  })

  it('takes thousands of mails and has them all after a new start', async () => {
    const numbers = Array.from({ length: 2000 }, (_, index) => index)
    await Promise.all(
      numbers.map((number) => send({ to: `aluno${number}@escola.test`, messageId: `<${number}@escola>` })),
    )
    expect(mailbox.messages({ limit: 5000 })).toHaveLength(2000)
    await mailbox.stop()
    mailbox = await startMailbox({ dir })
    expect(mailbox.messages({ limit: 5000 })).toHaveLength(2000)
    const [mail] = mailbox.messages({ to: 'aluno1234@escola.test' }) as [MailSummary]
    expect(await mailbox.read(mail.id)).toMatchObject({
      messageId: '<1234@escola>',
      text: expect.stringContaining('Oi'),
    })
  })

  it('forgets everything when asked, and keeps no more than its limit', async () => {
    await send({ to: 'ana@escola.test' })
    expect((await fetch(`${mailbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204)
    expect(mailbox.messages()).toEqual([])

    const small = await startMailbox({ limit: 2 })
    const sendSmall = senderTo(small)
    for (const subject of ['um', 'dois', 'três']) await sendSmall({ to: 'ana@escola.test', subject })
    expect(small.messages().map((mail) => mail.subject)).toEqual(['três', 'dois'])
    await small.stop()
  })
})
