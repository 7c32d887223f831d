import { createHash, createHmac } from 'node:crypto'
import type { Verification } from '@escola/contract/certificates.contract'
import { credentialTexts } from '@escola/contract/credential-texts'
import { notFound } from '../../core/app-error.ts'
import type { School, Visited } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { verifyCertificate } from '../certificates/proof/proof.service.ts'
import { addressesOf, statusPlaceOf } from './addresses.ts'
import { findSchoolName, findSubject } from './credentials.queries.ts'
import { signToken } from './keys.service.ts'

export type CredentialTools = Pick<PlatformTools, 'platform' | 'now' | 'config'>

export const contexts = [
  'https://www.w3.org/ns/credentials/v2',
  'https://purl.imsglobal.org/spec/ob/v3p0/context-3.0.3.json',
]

const profileOf = (config: CredentialTools['config'], schoolId: string, name: string) => {
  const { issuer, home } = addressesOf(config, schoolId)
  return { id: issuer, type: ['Profile'], name, url: home }
}

export async function getIssuer(school: School, { config }: Pick<CredentialTools, 'config'>) {
  const { name } = await school.tx(findSchoolName)
  return { '@context': contexts, ...profileOf(config, school.id, name) }
}

/**
 * Signs the Open Badges credential of a certificate that counts now. It says what the public page shows of it, so the student's choice holds
 * here too. Only the student's own names them, by a salted hash of the e-mail: a caller who has the paper could try addresses against it.
 */
export async function signCredential(
  school: School & Pick<Visited, 'actor'>,
  typedCode: string,
  tools: CredentialTools,
): Promise<{ token: string; isOwn: boolean }> {
  const proof = await verifyCertificate(school, typedCode)
  const { state, is_drawn, register_number } = proof
  if (state !== 'valid' || !is_drawn || register_number === null) throw notFound()
  const subject = await school.tx((db) => findSubject(db, proof.code))
  if (!subject) throw notFound()
  const isOwn = school.actor?.userId === subject.user_id
  const credential = credentialOf(
    proof,
    { schoolId: school.id, registerNumber: register_number, email: isOwn ? subject.email : undefined },
    tools,
  )
  const claims = {
    iss: credential.issuer.id,
    jti: credential.id,
    sub: credential.credentialSubject.id,
    nbf: secondsOf(credential.validFrom),
  }
  return { token: await signToken({ ...credential, ...claims }, tools), isOwn }
}

interface Holder {
  schoolId: string
  registerNumber: number
  /** Undefined: the credential leaves out its student. */
  email: string | undefined
}

function credentialOf(
  proof: Verification,
  { schoolId, registerNumber, email }: Holder,
  { config }: Pick<CredentialTools, 'config'>,
) {
  const addresses = addressesOf(config, schoolId)
  const id = addresses.credential(proof.code)
  const { list, index } = statusPlaceOf(registerNumber, proof.number)
  const about = {
    course: proof.course_title,
    courses: proof.courses,
    school: proof.school_name,
    origin: proof.origin,
    hours: proof.workload_hours_pretty,
  }
  return {
    '@context': contexts,
    id,
    type: ['VerifiableCredential', 'OpenBadgeCredential'],
    name: proof.course_title,
    issuer: profileOf(config, schoolId, proof.school_name),
    validFrom: proof.utc_issued_on,
    credentialSubject: {
      id: `${id}#subject`,
      type: ['AchievementSubject'],
      ...(email === undefined ? {} : { identifier: [identityOf(email, id, config.secret)] }),
      ...(proof.utc_started_on ? { activityStartDate: proof.utc_started_on } : {}),
      ...(proof.utc_completed_on ? { activityEndDate: proof.utc_completed_on } : {}),
      ...(proof.mark && { result: [{ type: ['Result'], resultDescription: `${id}#mark`, value: proof.mark }] }),
      achievement: {
        id: `${id}#achievement`,
        type: ['Achievement'],
        achievementType: 'Course',
        name: proof.course_title,
        description: credentialTexts.description(about),
        criteria: { narrative: credentialTexts.criteria(proof.courses, proof.modules) },
        ...(proof.mark && {
          resultDescription: [
            { id: `${id}#mark`, type: ['ResultDescription'], name: credentialTexts.mark, resultType: 'Result' },
          ],
        }),
      },
    },
    evidence: [{ id: addresses.page(proof.code), type: ['Evidence'], name: credentialTexts.page }],
    credentialStatus: {
      id: `${addresses.statusList(list)}#${index}`,
      type: 'BitstringStatusListEntry',
      statusPurpose: 'revocation',
      statusListIndex: String(index),
      statusListCredential: addresses.statusList(list),
    },
  }
}

/**
 * The e-mail as a hash that its holder can prove and no other caller can read. The salt is made of the installation's secret, so that it stays
 * the same and is none of the bits that stand in the PDF.
 */
function identityOf(email: string, credentialId: string, secret: string) {
  const salt = createHmac('sha256', secret).update(`credential subject ${credentialId}`).digest('hex').slice(0, 32)
  const hash = createHash('sha256').update(`${email}${salt}`).digest('hex')
  return {
    type: 'IdentityObject',
    hashed: true,
    identityHash: `sha256$${hash}`,
    identityType: 'emailAddress',
    salt,
  }
}

export const secondsOf = (utc: string | Date) => Math.floor(new Date(utc).getTime() / 1000)
