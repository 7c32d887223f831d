import { createReadStream } from 'node:fs'
import type { Readable } from 'node:stream'
import { refusals } from '@escola/contract/refusals'
import type { ResponseInput } from '@escola/contract/route'
import type { videos } from '@escola/contract/videos.contract'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { FileMissing } from '../../core/file-store.ts'
import type { Attended } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { detectVideoType } from '../../files/content-type.ts'
import { withSpooled } from '../../files/spool.ts'
import { deleteReceiving, recordPart, type VideoRow } from './videos.queries.ts'
import { dropVideo, forgetUnlessFinishing, requireVideo, totalOf, toWire, wholeOf } from './videos.service.ts'

const sizeOf = (upload: VideoRow, number: number) =>
  number < totalOf(upload) ? upload.part_bytes : Number(upload.size_bytes) - upload.part_bytes * (number - 1)

/**
 * Takes one part, which lies on this machine's disk until all of it is there: a slow sender holds no memory, and no half of a part reaches the
 * store. What is no video is refused with its first part, and all of it is given up. A part that is sent again while the parts are put together is
 * taken and changes nothing.
 */
export async function putPart(
  school: Attended,
  { id, number, bytes }: { id: string; number: number; bytes: Readable },
  tools: Tools,
): Promise<ResponseInput<typeof videos.putPart>> {
  const upload = await school.tx((db) => requireVideo(db, school, id))
  if (number > totalOf(upload)) throw notFound()
  if (upload.utc_finishing_on !== null) return { upload: toWire(upload) }
  const expected = sizeOf(upload, number)
  const wrongSize = () => invalidField('body', refusals.partSize(expected))
  return withSpooled(bytes, { maxBytes: expected + 1, tooLarge: wrongSize }, async ({ file, size }) => {
    if (size !== expected) throw wrongSize()
    const contentType = number === 1 ? await detectVideoType(file) : undefined
    if (number === 1 && !contentType) {
      await dropVideo(school, upload, tools, deleteReceiving)
      throw new AppError('invalid_video_file')
    }
    const mark = await tools.files
      .putPart(wholeOf(upload), number, createReadStream(file), size)
      .catch((error: unknown) => {
        if (!(error instanceof FileMissing)) throw error
      })
    if (mark === undefined) return { upload: toWire(await forgetUnlessFinishing(school, upload)) }
    // Recorded also while the parts are put together: a store may mark the same bytes differently, and then wants to hear the latest mark.
    const recorded = await school.tx((db) => recordPart(db, id, { number, mark, contentType, now: tools.now() }))
    return { upload: toWire(recorded ?? (await school.tx((db) => requireVideo(db, school, id)))) }
  })
}
