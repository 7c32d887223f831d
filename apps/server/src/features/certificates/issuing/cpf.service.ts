import type { CpfAnswer } from '@escola/contract/certificate-issuers.contract'
import { maskCpf } from '@escola/contract/tax-ids'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import type { Attended, School } from '../../../core/scope.ts'
import type { MergedStudents } from '../../../core/student-lifecycle.ts'
import type { Tools } from '../../../core/tools.ts'
import { seal, unseal } from '../../../security/sealed.ts'
import { updateMember } from '../../people/members.service.ts'
import { findCpf } from './cpf.queries.ts'

type CpfTools = Pick<Tools, 'config' | 'now'>

const sealPurpose = 'certificate cpf'
const ownerOf = (schoolId: string, userId: string) => `${schoolId}:${userId}`

interface Owner {
  schoolId: string
  userId: string
}

const sealCpf = (cpf: string, { schoolId, userId }: Owner, { config }: Pick<Tools, 'config'>) =>
  seal(config.secret, sealPurpose, { text: cpf, of: ownerOf(schoolId, userId) })

/** Opens the CPF that a student gave the school, as its row or the issue of a certificate keeps it. */
export const openCpf = (sealed: string, { schoolId, userId }: Owner, { config }: Pick<Tools, 'config'>): string =>
  unseal(config.secret, sealPurpose, { sealed, of: ownerOf(schoolId, userId) })

export const getCpf = (school: Attended, tools: CpfTools) => school.tx((db) => answer(db, school, tools))

/** Keeps the student's CPF for this school's certificates. @throws cpf_not_asked when the school doesn't ask for it */
export const saveCpf = (school: Attended, { cpf }: { cpf: string }, tools: CpfTools) =>
  school.tx(async (db) => {
    const { userId } = school.actor
    const { asks_cpf } = await findCpf(db, userId)
    if (!asks_cpf) throw new AppError('cpf_not_asked')
    await updateMember(db, userId, {
      sealed_cpf: sealCpf(cpf, { schoolId: school.id, userId }, tools),
      utc_cpf_given_on: tools.now(),
    })
    return answer(db, school, tools)
  })

export const removeCpf = (school: Attended, tools: CpfTools) =>
  school.tx(async (db) => {
    await updateMember(db, school.actor.userId, { sealed_cpf: null, utc_cpf_given_on: null })
    return answer(db, school, tools)
  })

/** Brings the CPF of a student along who is merged into one who gave none: certificates that are issued again go on printing it. */
export async function passCpf(
  db: SchoolDb,
  { id: schoolId }: Pick<School, 'id'>,
  { fromId, toId }: MergedStudents,
  tools: Pick<Tools, 'config'>,
): Promise<void> {
  const [from, to] = await Promise.all([findCpf(db, fromId), findCpf(db, toId)])
  if (from.sealed_cpf === null || to.sealed_cpf !== null) return
  const cpf = openCpf(from.sealed_cpf, { schoolId, userId: fromId }, tools)
  const sealed_cpf = sealCpf(cpf, { schoolId, userId: toId }, tools)
  await updateMember(db, toId, { sealed_cpf, utc_cpf_given_on: from.utc_cpf_given_on })
}

/** Takes that back when the merging is undone. A CPF that the first student has given since is their own. */
export async function takeCpfBack(db: SchoolDb, { fromId, toId }: MergedStudents): Promise<void> {
  const [from, to] = await Promise.all([findCpf(db, fromId), findCpf(db, toId)])
  if (to.utc_cpf_given_on === null || to.utc_cpf_given_on.getTime() !== from.utc_cpf_given_on?.getTime()) return
  await updateMember(db, toId, { sealed_cpf: null, utc_cpf_given_on: null })
}

async function answer(db: SchoolDb, { id, actor }: Attended, tools: CpfTools): Promise<CpfAnswer> {
  const { userId } = actor
  const { asks_cpf, sealed_cpf, utc_cpf_given_on } = await findCpf(db, userId)
  return {
    asks_cpf,
    cpf: sealed_cpf === null ? '' : maskCpf(openCpf(sealed_cpf, { schoolId: id, userId }, tools)),
    utc_given_on: utc_cpf_given_on?.toISOString() ?? null,
  }
}
