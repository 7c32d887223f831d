export {
  type Caller,
  isUnavailable,
  ListenedClient,
  type OnStatement,
  Refused,
  SharedPlaces,
  type Statement,
  type WireName,
  wireNames,
} from '@escola/db-wire'
export {
  hasBegun,
  isClaimed,
  isUsedIn,
  isWithoutCountry,
  type MemberSearch,
  meetsBankFilter,
  meetsSearch,
} from './conditions.ts'
export {
  connectDatabase,
  type Database,
  type Platform,
  type PlatformDb,
  type SchoolDb,
  type Schools,
} from './database.ts'
export { isConstraintViolation, isMissingReference, isRefusedRow } from './failures.ts'
export { Unfit } from './fitness.ts'
export type { Plans } from './kept-plans.ts'
export { dropFromPublicCohort, replaceListedCourses } from './listed-courses.ts'
export { thisSchool } from './name-school.ts'
export { queryPrepared, schoolOf, type Write, writeLast, writeNow } from './prepared.ts'
export type { Tables } from './tables.gen.ts'
export type { Commit } from './transaction.ts'
export { type DatabaseUrls, runtimeUrls } from './urls.ts'
export { waitingBuyers } from './waiting-buyers.ts'
