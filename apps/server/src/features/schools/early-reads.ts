import type { PublicCall, School, SignedIn } from '../../core/scope.ts'
import type { SchoolAddresses } from './school-addresses.service.ts'
import { findMemberRecord, type MemberRecord, type SchoolKey, type SchoolRow } from './schools.queries.ts'

export interface EarlyTools {
  openSchool(id: string): School
  addresses: SchoolAddresses
}

export interface EarlyReads {
  signedIn: SignedIn | undefined
  school: SchoolRow | undefined
  /** Rows that the token's user has in the school. They belong to a caller only once `signedIn` names that caller. */
  record: MemberRecord | undefined
}

type Caller = Pick<PublicCall, 'claimedBy' | 'signedIn'>

/**
 * Reads the session, the school that an address names, and what the token's user has in it, all in one round trip where the address has been asked
 * before: the school that it named last time is taken for granted, and confirmed by the session's answer.
 */
export async function readEarly(schoolKey: SchoolKey, caller: Caller, tools: EarlyTools): Promise<EarlyReads> {
  const session = caller.signedIn()
  const [signedIn, [school, record]] = await Promise.all([
    session,
    readSchoolAndRecord(schoolKey, caller.claimedBy, session, tools),
  ])
  return { signedIn, school, record }
}

async function readSchoolAndRecord(
  schoolKey: SchoolKey,
  userId: string | undefined,
  session: Promise<SignedIn | undefined>,
  { openSchool, addresses }: EarlyTools,
): Promise<[SchoolRow?, MemberRecord?]> {
  const readRecord = ({ id }: SchoolRow) =>
    userId ? findMemberRecord(openSchool(id), userId) : Promise.resolve(undefined)
  const cached = userId ? await addresses.findLast(schoolKey) : undefined
  const [school, record] = await Promise.all([
    confirmSchool(schoolKey, cached, session, addresses),
    cached && readRecord(cached),
  ])
  if (!school) return []
  return [school, school.id === cached?.id ? record : await readRecord(school)]
}

/** The cached school serves the people who belong to it while its row has the revision that their session's answer names. */
async function confirmSchool(
  schoolKey: SchoolKey,
  cached: SchoolRow | undefined,
  session: Promise<SignedIn | undefined>,
  addresses: SchoolAddresses,
): Promise<SchoolRow | undefined> {
  // Another school may have taken a name that the cached school has left.
  const hasSameName = cached && (!('namespace' in schoolKey) || cached.namespace === schoolKey.namespace)
  const membership = hasSameName && (await session)?.person.memberships.find(({ id }) => id === cached.id)
  return membership && membership.revision === cached?.revision ? cached : addresses.findSchool(schoolKey)
}
