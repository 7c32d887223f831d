import path from 'node:path/posix'
import { AppError, notFound } from '../../core/app-error.ts'
import { AsyncCache } from '../../core/async-cache.ts'
import { FileMissing } from '../../core/file-store.ts'
import { growingCache } from '../../core/growing-cache.ts'
import { type Attended, type School, teamScopeOf, type Visited } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { openImage } from '../../files/images.ts'
import { type FileLink, isFileLinkGood, type Way } from '../../files/signed-links.ts'
import type { Gate } from '../../http/gate.ts'
import { Bytes, SeekableBytes } from '../../http/replies.ts'
import { contentDisposition } from './content-disposition.ts'
import * as queries from './files.queries.ts'

export interface DownloadTools extends Tools {
  gate: Gate
  /** Checks that are asked again of each way to a file: whether this person may still take it. */
  ways: Record<Way, (school: Attended, link: { id: string; fileId: string }) => Promise<unknown>>
  accesses: ReturnType<typeof createFileAccesses>
}

/** Asked again no sooner than this: a player that jumps about asks for many parts of one file. */
const cacheMs = 1000
export const createFileAccesses = () => growingCache<Promise<unknown>>(10_000, cacheMs)

/** A link ends with the session that asked for it, and with the access by which it got it. */
async function requireAccess(school: Visited, link: FileLink, { gate, ways, accesses }: DownloadTools): Promise<void> {
  const key = JSON.stringify([school.id, link])
  const checkAccess = async () => {
    // Certificates belong to their students, whatever becomes of the school.
    const whileBlocked = link.way === 'certificate' || undefined
    const pass = await gate.checkSession('member', link.session, school.id, { whileBlocked })
    const { actor, isMember, isPlatformView } = pass
    await ways[link.way]({ ...school, ...teamScopeOf(pass), actor: actor!, isMember, isPlatformView }, link)
  }
  const access = accesses.get(key)
  const answer = access ?? checkAccess()
  if (!access) accesses.set(key, answer)
  await answer.catch((error: unknown) => {
    accesses.delete(key)
    throw error instanceof AppError ? notFound() : error
  })
}

export async function downloadFile(
  school: Visited,
  { expires, signature, ...link }: FileLink & { expires: number; signature: string },
  tools: DownloadTools,
): Promise<SeekableBytes> {
  if (!isFileLinkGood(tools, school.id, { ...link, expires, signature })) throw notFound()
  await requireAccess(school, link, tools)
  const file = await school.tx(
    async (db) => (await queries.findFile(db, link.fileId)) ?? (await queries.findEditionFile(db, link.fileId)),
  )
  if (!file) throw notFound()
  return new SeekableBytes({
    size: Number(file.size_bytes),
    // The bytes under a key never change.
    tag: `"${path.basename(file.storage_key)}"`,
    headers: {
      'content-type': file.content_type,
      'content-disposition': contentDisposition(
        file.filename,
        file.purpose === 'lesson_video' ? 'inline' : 'attachment',
      ),
      'cache-control': 'private, no-store',
      // Whatever a file claims to be, it never runs as a page of ours.
      'x-content-type-options': 'nosniff',
      'content-security-policy': "sandbox; default-src 'none'",
    },
    open: (range) =>
      tools.files.read(file.storage_key, range).catch((error: unknown) => {
        throw error instanceof FileMissing ? notFound() : error
      }),
  })
}

/** Asked again no sooner than this which school has a picture: a search with made-up keys costs one question each. */
const ownerCacheMs = 10_000
export const createPictureOwners = () => new AsyncCache<string | undefined>(ownerCacheMs)

export interface ImageTools extends Tools {
  pictureOwners: ReturnType<typeof createPictureOwners>
}

/** A picture that is not here may be a cover of an edition, whose bytes are the franchisor's. */
export async function sendImage(
  school: School,
  { key, width }: { key: string; width: number | undefined },
  { files, pictureOwners, now }: ImageTools,
): Promise<Bytes> {
  const findOwner = () =>
    pictureOwners.fetch(`${school.id}/${key}`, now().getTime(), () =>
      school.tx((db) => queries.findPictureOwner(db, key)),
    )
  const openShared = async () => {
    const owner = await findOwner()
    return owner === undefined ? undefined : openImage(files, owner, key, width)
  }
  const body = (await openImage(files, school.id, key, width)) ?? (await openShared())
  if (!body) throw notFound()
  return new Bytes(body, {
    'content-type': 'image/webp',
    'cache-control': 'public, max-age=31536000, immutable',
    // Mails show it too, in mailboxes on the web.
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
}
