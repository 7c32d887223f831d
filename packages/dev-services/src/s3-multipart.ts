import { createHash, randomUUID } from 'node:crypto'

interface Upload {
  key: string
  headers: Record<string, string>
  begunOn: Date
  parts: Map<number, Buffer>
}

/** Uploads that arrive in parts. Nothing of them is an object before they are completed, and nothing is left once they are given up. */
export class MultipartUploads {
  readonly #open = new Map<string, Upload>()

  begin(key: string, headers: Record<string, string>): string {
    const id = randomUUID()
    this.#open.set(id, { key, headers, begunOn: new Date(), parts: new Map() })
    return id
  }

  /** @returns the part's entity tag; undefined when there is no such upload */
  add(id: string, number: number, body: Buffer): string | undefined {
    const upload = this.#open.get(id)
    upload?.parts.set(number, body)
    return upload && etagOf(body)
  }

  /** @param listed the parts that the sender names, in their order */
  complete(
    id: string,
    listed: { number: number; etag: string }[],
  ): (Pick<Upload, 'key' | 'headers'> & { body: Buffer }) | undefined {
    const upload = this.#open.get(id)
    if (!upload || listed.length === 0) return undefined
    const parts = listed.map(({ number, etag }) => {
      const part = upload.parts.get(number)
      return part && etagOf(part) === etag ? part : undefined
    })
    const whole = parts.filter((part) => part !== undefined)
    if (whole.length < parts.length) return undefined
    this.#open.delete(id)
    return { key: upload.key, headers: upload.headers, body: Buffer.concat(whole) }
  }

  giveUp(id: string): boolean {
    return this.#open.delete(id)
  }

  list(): { id: string; key: string; begunOn: Date }[] {
    return [...this.#open].map(([id, { key, begunOn }]) => ({ id, key, begunOn }))
  }
}

export const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`
