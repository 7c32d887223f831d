import { errors } from '@escola/contract/errors'
import type { profiles } from '@escola/contract/profiles.contract'
import type { ResponseInput, RouteOutput } from '@escola/contract/route'
import { done } from '@escola/contract/wire'
import { AppError } from '../../core/app-error.ts'
import { requireProof } from '../../core/require-proof.ts'
import type { School, Signed } from '../../core/scope.ts'
import type { SecurityLog } from '../../core/security-events.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { imageUrl } from '../../files/image-url.ts'
import { readImageUpload } from '../../files/images.ts'
import type { Upload } from '../../files/upload.ts'
import type { Gate } from '../../http/gate.ts'
import { hashNewPassword } from '../../security/passwords.ts'
import { forgetImage, storePicture } from '../files/pictures.service.ts'
import { replaceAvatar, updateMember } from '../people/members.service.ts'
import { updatePerson } from '../people/user-accounts.service.ts'
import { replaceOwnPassword } from '../sessions/credentials.service.ts'
import * as queries from './profiles.queries.ts'

export interface AccountTools extends PlatformTools {
  gate: Gate
  securityLog: SecurityLog
  openSchool(id: string): School
}

/**
 * Saves the person's name, numbers and password, which are equal in every school. A session that a school's administrator could have opened
 * changes the school's own data, and nothing of the person's.
 */
export async function saveAccount(
  scope: Signed,
  { schoolId, password, cpf, ...fields }: RouteOutput<typeof profiles.update>['body'],
  tools: AccountTools,
) {
  const { userId, strong } = scope.actor
  if (!strong) {
    if (password) throw ownSessionOnly('password')
    if (cpf) throw ownSessionOnly('cpf')
    const school = await enterSchool(scope, schoolId, tools)
    await school.tx((db) => updateMember(db, userId, fields))
    return done
  }
  if (password) requireProof(scope, tools)
  const passwordHash = password && (await hashNewPassword(password))
  const ended = await tools.platform.withPlatform(async (db) => {
    await updatePerson(db, userId, { ...fields, cpf })
    return passwordHash ? replaceOwnPassword(db, scope, { passwordHash, schoolId }, tools) : []
  })
  for (const { id } of ended) tools.gate.forget(id)
  return done
}

const ownSessionOnly = (field: string) =>
  new AppError('school_session_only', { fields: { [field]: errors.school_session_only.pt } })

/**
 * Replaces the picture, which is the school's: each school may know a person by another face. The old picture no longer counts, and
 * its bytes go a day later.
 */
export async function replacePicture(
  scope: Signed,
  { schoolId, file }: { schoolId: string | undefined; file: Upload },
  tools: AccountTools,
): Promise<ResponseInput<typeof profiles.uploadPicture>> {
  const bytes = await readImageUpload(file)
  const school = await enterSchool(scope, schoolId, tools)
  const picture = { bytes, filename: file.filename, purpose: 'avatar', format: 'square' } as const
  const replacePicture = async (db: Parameters<Parameters<School['tx']>[0]>[0], key: string) => {
    const before = await replaceAvatar(db, scope.actor.userId, key)
    if (before) await forgetImage(db, school.id, { key: before, purpose: 'avatar' }, tools)
    return key
  }
  const key = await storePicture(school, picture, replacePicture, tools)
  return { user: { profile_img_url: imageUrl(school.id, key) } }
}

export async function removePicture(
  scope: Signed,
  { schoolId }: { schoolId?: string | undefined },
  tools: AccountTools,
) {
  const school = await enterSchool(scope, schoolId, tools)
  await school.tx(async (db) => {
    const before = await replaceAvatar(db, scope.actor.userId, null)
    if (before) await forgetImage(db, school.id, { key: before, purpose: 'avatar' }, tools)
  })
  return done
}

/** Enters the named school, if the person belongs there and this session reaches it; else the session's own, or the first they joined. */
async function enterSchool(
  { actor }: Signed,
  named: string | undefined,
  { platform, gate, openSchool }: AccountTools,
): Promise<School> {
  const findUsualSchool = async () =>
    actor.sessionSchoolId ?? (await platform.withPlatform((db) => queries.findFirstSchool(db, actor.userId)))?.school_id
  const id = named ?? (await findUsualSchool())
  if (!id) throw new AppError('school_not_found')
  const { isPlatformView } = await gate.checkSession('member', actor.sessionId, id)
  // A visit that is lent the rights of members makes no place to keep a picture in.
  if (isPlatformView) throw new AppError('school_not_found')
  return openSchool(id)
}
