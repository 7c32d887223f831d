import { type VideoUpload, videos } from '@escola/contract/videos.contract'
import { ApiError } from '../../../api/api-error.ts'
import { api } from '../../../api/client.ts'
import { sendBytes } from '../../../api/upload.ts'
import { isPassing } from '../../../autosave/save-errors.ts'

export interface SendingPort {
  schoolId: string
  /** Ends the sending; what has arrived stays, and the same file goes on with it. */
  signal: AbortSignal
  onBegun: (upload: VideoUpload) => void
  /** Reports the number of bytes that have arrived. */
  onBytes: (done: number) => void
  /** waiting: for the connection; joining: all parts are there. */
  onPhase: (phase: 'sending' | 'waiting' | 'joining') => void
}

/** The file cannot be read any more: it was moved, changed or taken out with its disk. */
export class FileGone extends Error {}

const retryMs = { first: 1000, longest: 30_000 }
const startsMax = 5

/** Sends a video in parts and goes on by itself after a passing failure. @returns the address that the lesson is saved with */
export async function sendVideo(file: File, port: SendingPort): Promise<string> {
  for (let starts = 1; ; starts++) {
    try {
      const sent = await sendOnce(file, port)
      if (sent) return sent
    } catch (error) {
      // Swept on the server, or some part is not there after all: the beginning says what is.
      const isLost = error instanceof ApiError && (error.status === 404 || error.code === 'upload_incomplete')
      if (!isLost || starts === startsMax) throw error
    }
  }
}

async function sendOnce(file: File, port: SendingPort): Promise<string | null> {
  const { schoolId, signal } = port
  const body = { filename: file.name, size: file.size, modified: file.lastModified }
  const { upload } = await retryUntilSent(() => api(videos.begin, { params: { schoolId }, body, signal }), port)
  port.onBegun(upload)
  if (upload.main_media_url) return upload.main_media_url
  const { id, size, part_bytes } = upload
  const receivedParts = new Set(upload.parts)
  const total = Math.ceil(size / part_bytes)
  const bytesOf = (number: number) => file.slice((number - 1) * part_bytes, number * part_bytes)
  let done = [...receivedParts].reduce((sum, number) => sum + bytesOf(number).size, 0)
  port.onBytes(done)
  for (let number = 1; number <= total; number++) {
    if (receivedParts.has(number)) continue
    const bytes = bytesOf(number)
    const onProgress = (share: number) => port.onBytes(done + share * bytes.size)
    await retryUntilSent(async () => {
      await requireReadable(bytes)
      return sendBytes(videos.putPart, { params: { schoolId, id, number }, bytes, onProgress, signal })
    }, port)
    done += bytes.size
    port.onBytes(done)
  }
  port.onPhase('joining')
  const finished = await retryUntilSent(() => api(videos.finish, { params: { schoolId, id }, signal }), port, 'joining')
  return finished.upload.main_media_url
}

/** Tries again what only the connection or a busy server is in the way of. */
async function retryUntilSent<T>(task: () => Promise<T>, port: SendingPort, phase: 'sending' | 'joining' = 'sending') {
  for (let waitMs = retryMs.first; ; waitMs = Math.min(waitMs * 2, retryMs.longest)) {
    port.signal.throwIfAborted()
    try {
      const answer = await task()
      port.onPhase(phase)
      return answer
    } catch (error) {
      if (!(error instanceof ApiError) || !isPassing(error)) throw error
      port.onPhase('waiting')
      await waitUntilOnline(waitMs, port.signal)
    }
  }
}

/** Waits for a while, or until the connection is back. */
function waitUntilOnline(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  window.addEventListener('online', () => resolve(), { signal })
  signal.addEventListener('abort', () => resolve(), { once: true })
  return promise.finally(() => clearTimeout(timer))
}

/** Tells unreadable bytes from a broken line, which are the same failure to the browser. */
async function requireReadable(bytes: Blob) {
  await bytes
    .slice(0, 1)
    .arrayBuffer()
    .catch(() => {
      throw new FileGone()
    })
}
