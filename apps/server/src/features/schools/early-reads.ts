import type { School, SignedIn, Unasked } from '../../core/scope.ts'
import type { SchoolAddresses } from './school-addresses.service.ts'
import { findInside, type Inside, type SchoolAsk, type SchoolRow } from './schools.queries.ts'

export interface EarlyTools {
  openSchool(id: string): School
  addresses: SchoolAddresses
}

export interface EarlyReads {
  signedIn: SignedIn | undefined
  school: SchoolRow | undefined
  /** Rows that the token's user has in the school. They belong to a caller only once `signedIn` names that caller. */
  inside: Inside | undefined
}

type Caller = Pick<Unasked, 'claimedBy' | 'signedIn'>

/**
 * Reads the session, the school that an address names, and what the token's user has in it, all in one round trip where the address has been asked
 * before: the school that it named last time is taken for granted, and confirmed by the session's answer.
 */
export async function readEarly(ask: SchoolAsk, caller: Caller, tools: EarlyTools): Promise<EarlyReads> {
  const session = caller.signedIn()
  const [signedIn, [school, inside]] = await Promise.all([
    session,
    readSchoolAndInside(ask, caller.claimedBy, session, tools),
  ])
  return { signedIn, school, inside }
}

async function readSchoolAndInside(
  ask: SchoolAsk,
  userId: string | undefined,
  session: Promise<SignedIn | undefined>,
  { openSchool, addresses }: EarlyTools,
): Promise<[SchoolRow?, Inside?]> {
  const readInside = ({ id }: SchoolRow) => (userId ? findInside(openSchool(id), userId) : Promise.resolve(undefined))
  const remembered = userId ? await addresses.lastOf(ask) : undefined
  const [school, inside] = await Promise.all([
    confirmSchool(ask, remembered, session, addresses),
    remembered && readInside(remembered),
  ])
  if (!school) return []
  return [school, school.id === remembered?.id ? inside : await readInside(school)]
}

/** The remembered school serves the people who belong to it while its row has the revision that their session's answer names. */
async function confirmSchool(
  ask: SchoolAsk,
  remembered: SchoolRow | undefined,
  session: Promise<SignedIn | undefined>,
  addresses: SchoolAddresses,
): Promise<SchoolRow | undefined> {
  // Another school may have taken a name that the remembered school has left.
  const isOwnName = remembered && (!('namespace' in ask) || remembered.namespace === ask.namespace)
  const belonging = isOwnName && (await session)?.person.belongings.find(({ id }) => id === remembered.id)
  return belonging && belonging.revision === remembered?.revision ? remembered : addresses.schoolOf(ask)
}
