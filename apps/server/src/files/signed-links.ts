import { limits } from '@escola/contract/limits'
import type { Tools } from '../core/tools.ts'
import { isSigned, sign } from '../security/signatures.ts'

type LinkTools = Pick<Tools, 'config' | 'now'>

const purpose = 'file'
const textOf = (schoolId: string, fileId: string, expires: number) => `${schoolId}/${fileId}/${expires}`

/** A link that opens one file for a few minutes. Ask for it only after the access check of what the file belongs to. */
export function signedFileUrl({ config, now }: LinkTools, schoolId: string, fileId: string): string {
  const expires = Math.floor(now().getTime() / 1000) + limits.signedLinkMinutes * 60
  const signature = sign(config.secret, purpose, textOf(schoolId, fileId, expires))
  return `/api/school/${schoolId}/file/${fileId}?expires=${expires}&signature=${signature}`
}

export const isFileLinkGood = (
  { config, now }: LinkTools,
  schoolId: string,
  fileId: string,
  { expires, signature }: { expires: number; signature: string },
): boolean =>
  expires * 1000 > now().getTime() && isSigned(config.secret, purpose, textOf(schoolId, fileId, expires), signature)
