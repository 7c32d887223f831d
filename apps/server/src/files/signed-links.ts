import { limits } from '@escola/contract/limits'
import type { Attended } from '../core/scope.ts'
import type { Tools } from '../core/tools.ts'
import { isSigned, sign } from '../security/signatures.ts'

type LinkTools = Pick<Tools, 'config' | 'now'>

/** Kind of record that gives access to a file; its access check is repeated at each use of the link. */
export type Way = 'lesson' | 'certificate'
export interface FileLink {
  fileId: string
  way: Way
  /** Id of the lesson or of the certificate. */
  id: string
  /** Session that has access; the link ends with it. */
  session: string
}

const purpose = 'file'
const textOf = (schoolId: string, { fileId, way, id, session }: FileLink, expires: number) =>
  `${schoolId}/${fileId}/${way}/${id}/${session}/${expires}`

interface Opened extends Pick<Attended, 'id'> {
  actor: Pick<Attended['actor'], 'sessionId'>
}

/** A link that opens one file for a few minutes, while the session still may. Ask for it only after the access check of the file's owner. */
export function makeSignedFileUrl(
  { config, now }: LinkTools,
  { id: schoolId, actor: { sessionId: session } }: Opened,
  reached: Omit<FileLink, 'session'>,
): string {
  const expires = Math.floor(now().getTime() / 1000) + limits.signedLinkMinutes * 60
  const signature = sign(config.secret, purpose, textOf(schoolId, { ...reached, session }, expires))
  const { fileId, way, id } = reached
  return `/api/school/${schoolId}/file/${fileId}?${new URLSearchParams({ way, id, session, expires: `${expires}`, signature })}`
}

export const isFileLinkGood = (
  { config, now }: LinkTools,
  schoolId: string,
  { expires, signature, ...link }: FileLink & { expires: number; signature: string },
): boolean =>
  expires * 1000 > now().getTime() && isSigned(config.secret, purpose, textOf(schoolId, link, expires), signature)
