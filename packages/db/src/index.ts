export { connectDatabase, type Database, type PlatformDb, type SchoolDb } from './database.ts'
export { isConstraintViolation, isUnavailable } from './failures.ts'
export type { Json, Tables } from './tables.gen.ts'
export { type DatabaseUrls, runtimeUrls } from './urls.ts'
