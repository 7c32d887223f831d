import { type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { lockMembers } from './memberships.queries.ts'
import * as queries from './merged.queries.ts'
import { savePersonSchools } from './person-schools.queries.ts'

/**
 * Follows members to the students who go on for them.
 * @returns the student to whom each of these leads; one who was not merged leads to themselves
 */
export const followMerges = (db: SchoolDb, userIds: string[]): Promise<Map<string, string>> =>
  follow(userIds, (ids) => queries.listMergedAmong(db, ids))

/** Follows members, and holds all whom it meets until the transaction ends, so that none is merged meanwhile. */
export const lockAndFollow = (db: SchoolDb, userIds: string[]): Promise<Map<string, string>> =>
  follow(userIds, (ids) => lockMembers(db, ids))

async function follow(
  userIds: string[],
  read: (ids: string[]) => Promise<{ userId: string; mergedInto: string | null }[]>,
): Promise<Map<string, string>> {
  const next = new Map<string, string>()
  for (let ids = [...new Set(userIds)]; ids.length > 0; ) {
    const merged = (await read(ids)).flatMap(({ userId, mergedInto }) => (mergedInto ? [{ userId, mergedInto }] : []))
    for (const { userId, mergedInto } of merged) next.set(userId, mergedInto)
    ids = [...new Set(merged.map(({ mergedInto }) => mergedInto))].filter((id) => !next.has(id))
  }
  const endOf = (id: string): string => (next.has(id) ? endOf(next.get(id)!) : id)
  return new Map(userIds.map((id) => [id, endOf(id)]))
}

interface Merged {
  userId: string
  name: string
  email: string
}

/** Members for whom a student goes on, also by way of others. */
export async function listMergedInto(db: SchoolDb, userId: string): Promise<Merged[]> {
  const found = new Map<string, Merged>()
  for (let ids = [userId]; ids.length > 0; ) {
    const merged = (await queries.listMergedInto(db, ids)).filter((each) => !found.has(each.userId))
    for (const each of merged) found.set(each.userId, each)
    ids = merged.map((each) => each.userId)
  }
  return [...found.values()]
}

/** @returns the e-mail of the student who goes on for this user in the school */
export const findOwnMerging = async (db: PlatformDb, schoolId: string, userId: string): Promise<string | undefined> =>
  (await queries.findOwnMerging(db, schoolId, userId))?.email

/** Makes the first student go on for the second, who stops being a student. */
export async function markMerged(db: SchoolDb, { fromId, toId }: { fromId: string; toId: string }): Promise<void> {
  await savePersonSchools(db, thisSchool, await queries.setMergedInto(db, fromId, toId))
}

export async function unmarkMerged(db: SchoolDb, userId: string): Promise<void> {
  await savePersonSchools(db, thisSchool, await queries.setMergedInto(db, userId, null))
}

/** A member whose merging is settled may have a place of their own again. */
export async function freeMerged(db: SchoolDb, userId: string): Promise<void> {
  await queries.clearMergedInto(db, userId)
}

/** A student leaves; what the school knows of them stays. */
export async function leaveAsStudent(db: SchoolDb, userId: string): Promise<void> {
  await savePersonSchools(db, thisSchool, await queries.clearStudent(db, userId))
}

/** Ends the password and the link that the school gave a member. */
export async function endSchoolCredentials(db: SchoolDb, userId: string): Promise<void> {
  await queries.clearCredentials(db, userId)
}
