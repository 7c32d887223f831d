import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { appendFile, readFile, rm, unlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import PostalMime from 'postal-mime'

export interface MailSummary {
  id: string
  messageId: string
  /** The addresses it was delivered to, whatever its headers say. */
  to: string[]
  from: string
  subject: string
  /** Moment when the mail first arrived. */
  date: string
  /** How often this Message-ID was delivered; every delivery after the first is ignored. */
  deliveries: number
}

export interface Mail extends MailSummary {
  html: string
  text: string
  links: string[]
  attachments: string[]
}

export interface MailFilter {
  /** A whole address, or a whole domain. */
  to?: string
  /** A part of an address or of the subject. */
  search?: string
  limit?: number
  skip?: number
}

/** Keeps mails in memory, or with a folder on disk: one file per mail and an index that is only ever appended to. */
export class MailboxStore {
  #mails = new Map<string, MailSummary>()
  #contents = new Map<string, Buffer>()
  #dir: string | undefined
  #limit: number
  #unwritten = ''
  #writing: Promise<void> | undefined

  constructor(dir: string | undefined, limit: number) {
    this.#dir = dir
    this.#limit = limit
    if (dir) this.#load(dir)
  }

  async add(content: Buffer, recipients: string[]): Promise<MailSummary> {
    const email = await PostalMime.parse(content)
    const messageId = email.messageId ?? createHash('sha256').update(content).digest('hex')
    const id = createHash('sha256').update(messageId).digest('hex').slice(0, 20)
    // The content is kept first: a mail in the list can be opened.
    if (!this.#mails.has(id)) await this.#keep(id, content)
    const existing = this.#mails.get(id)
    const to = [...new Set([...(existing?.to ?? []), ...recipients.map((each) => each.toLowerCase())])]
    const mail: MailSummary = existing
      ? { ...existing, to, deliveries: existing.deliveries + 1 }
      : {
          id,
          messageId,
          to,
          from: email.from?.address ?? '',
          subject: email.subject ?? '',
          date: new Date().toISOString(),
          deliveries: 1,
        }
    this.#mails.set(id, mail)
    await this.#append(mail)
    if (this.#mails.size > this.#limit) await this.#dropOldest()
    return mail
  }

  /** Newest first. */
  list({ to, search, limit = 100, skip = 0 }: MailFilter = {}): MailSummary[] {
    const address = to?.toLowerCase()
    const words = search?.toLowerCase()
    const found: MailSummary[] = []
    for (const mail of [...this.#mails.values()].reverse()) {
      if (address && !mail.to.some((each) => each === address || each.endsWith(`@${address}`))) continue
      if (words && !`${mail.to.join(' ')} ${mail.subject}`.toLowerCase().includes(words)) continue
      found.push(mail)
      if (found.length >= skip + limit) break
    }
    return found.slice(skip)
  }

  get size(): number {
    return this.#mails.size
  }

  async read(id: string): Promise<Mail | undefined> {
    const summary = this.#mails.get(id)
    if (!summary) return undefined
    const content = this.#contents.get(id) ?? (await readFile(this.#fileOf(id)))
    const email = await PostalMime.parse(content, { attachmentEncoding: 'base64' })
    let html = email.html ?? ''
    for (const { contentId, mimeType, content: image } of email.attachments) {
      if (contentId)
        html = html.replaceAll(`cid:${contentId.replace(/^<|>$/g, '')}`, `data:${mimeType};base64,${image}`)
    }
    const text = email.text ?? ''
    const attachments = email.attachments.map((each) => each.filename ?? each.mimeType)
    return { ...summary, html, text, links: linksIn(html, text), attachments }
  }

  async clear(): Promise<void> {
    await this.#writing
    this.#mails.clear()
    this.#contents.clear()
    if (!this.#dir) return
    await rm(this.#dir, { recursive: true, force: true })
    mkdirSync(path.join(this.#dir, 'messages'), { recursive: true })
  }

  /** Resolves when everything is on disk. */
  async flush(): Promise<void> {
    while (this.#writing) await this.#writing
  }

  #load(dir: string) {
    mkdirSync(path.join(dir, 'messages'), { recursive: true })
    const index = path.join(dir, 'index.jsonl')
    const lines = existsSync(index) ? readFileSync(index, 'utf8').split('\n') : []
    for (const line of lines) {
      try {
        const mail = JSON.parse(line) as MailSummary
        this.#mails.set(mail.id, mail)
      } catch {
        // The empty last line, or one that a crash cut short: its sender got no answer and sends it again.
      }
    }
    for (const id of this.#mails.keys()) {
      if (!existsSync(this.#fileOf(id))) this.#mails.delete(id)
    }
    writeFileSync(index, [...this.#mails.values()].map((mail) => `${JSON.stringify(mail)}\n`).join(''))
  }

  #fileOf(id: string): string {
    return path.join(this.#dir as string, 'messages', `${id}.eml`)
  }

  async #keep(id: string, content: Buffer): Promise<void> {
    if (this.#dir) await writeFile(this.#fileOf(id), content)
    else this.#contents.set(id, content)
  }

  // Lines that come while one write is under way go out together with the next, so a burst costs few writes.
  #append(mail: MailSummary): Promise<void> {
    if (!this.#dir) return Promise.resolve()
    this.#unwritten += `${JSON.stringify(mail)}\n`
    this.#writing ??= this.#writeOut(path.join(this.#dir, 'index.jsonl'))
    return this.#writing
  }

  async #writeOut(index: string): Promise<void> {
    try {
      while (this.#unwritten) {
        const lines = this.#unwritten
        this.#unwritten = ''
        await appendFile(index, lines)
      }
    } finally {
      this.#writing = undefined
    }
  }

  async #dropOldest(): Promise<void> {
    for (const id of this.#mails.keys()) {
      if (this.#mails.size <= this.#limit) return
      this.#mails.delete(id)
      this.#contents.delete(id)
      if (this.#dir) await unlink(this.#fileOf(id)).catch(() => undefined)
    }
  }
}

function linksIn(html: string, text: string): string[] {
  const inHtml = [...html.matchAll(/href\s*=\s*["'](https?:[^"']+)["']/gi)].map((match) =>
    (match[1] as string).replaceAll('&amp;', '&').replaceAll('&#38;', '&'),
  )
  const inText = text.match(/https?:\/\/[^\s<>"')\]]+/g) ?? []
  return [...new Set([...inHtml, ...inText])]
}
