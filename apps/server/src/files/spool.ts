import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { sweepLeftovers } from './leftovers.ts'

const prefix = 'escola-upload-'
/** Bytes beyond the limit that are read in order to answer. A sender of more is cut off. */
const excessBytes = 2 * 1024 * 1024

/**
 * Keeps a stream in a file of its own while `work` runs, so that all of it can be checked before any of it is stored, and
 * memory stays small.
 */
export async function withSpooled<T>(
  stream: Readable & { truncated?: boolean },
  { maxBytes, tooLarge }: { maxBytes: number; tooLarge: () => Error },
  work: (spooled: { file: string; size: number }) => Promise<T>,
): Promise<T> {
  await sweepLeftovers(tmpdir(), prefix)
  const folder = await mkdtemp(path.join(tmpdir(), prefix))
  const file = path.join(folder, 'body')
  let size = 0
  try {
    await pipeline(
      stream,
      async function* (chunks: AsyncIterable<Buffer>) {
        for await (const chunk of chunks) {
          size += chunk.length
          if (size < maxBytes) yield chunk
          // Read on for a while even so: an answer that cuts an upload off looks like a broken connection in the browser.
          if (size >= maxBytes + excessBytes) throw tooLarge()
        }
        if (size >= maxBytes || stream.truncated) throw tooLarge()
      },
      createWriteStream(file),
    )
    return await work({ file, size })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
