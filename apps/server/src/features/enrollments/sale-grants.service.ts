import type { SchoolDb } from '@escola/db'
import * as enrollments from './enrollments.queries.ts'
import type { KnownGrant, Place } from './enrollments.service.ts'
import * as queries from './grants.queries.ts'

/** All grants of purchases whose keys begin with one of these, living or ended, oldest first. */
export const listSaleGrants = (db: SchoolDb, keyPrefixes: string[]): Promise<KnownGrant[]> =>
  queries.listGrants(db, { source: 'sale', keyPrefixes })

/** Locks the enrolments of these places until the transaction ends, so that no grant is moved or ended there meanwhile. */
export const lockEnrollments = async (db: SchoolDb, places: Place[]): Promise<void> => {
  await enrollments.lockEnrollments(db, places)
}
