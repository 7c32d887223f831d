import type { SchoolDb } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import * as queries from './quota.queries.ts'

type QuotaTools = Pick<Tools, 'config'>

/** Refuses early what would take a school past its quota; countUpload asks again. */
export async function requireQuota(school: School, bytes: number, tools: QuotaTools): Promise<void> {
  requireWithin((await school.tx(queries.findCountedBytes)) + bytes, tools)
}

/** Counts an upload beside its row; uploads of one moment are counted one after the other. */
export async function countUpload(db: SchoolDb, bytes: number, tools: QuotaTools): Promise<void> {
  requireWithin(await queries.countBytes(db, bytes), tools)
}

const requireWithin = (bytes: number, { config }: QuotaTools) => {
  if (bytes > config.schoolStorageBytes) throw new AppError('storage_full')
}

export const uncountUploads = (db: SchoolDb, bytes: number) => queries.countBytes(db, -bytes)

/**
 * Puts the counter right, and holds it until this transaction ends.
 * @returns description of its fault, if there was any
 */
export async function mendCounter(db: SchoolDb): Promise<string | undefined> {
  // The sum is a statement of its own, so that it sees the uploads that this one waited for.
  const counted = await queries.countBytes(db, 0)
  const stored = await queries.sumUploads(db)
  if (counted === stored) return undefined
  await queries.countBytes(db, stored - counted)
  return `${counted} bytes were counted, but its uploads have ${stored}`
}
