import type { PlatformDb } from '@escola/db'
import type { Tools } from '../../../core/tools.ts'
import { insertFirstTemplate } from './templates.queries.ts'

/** Makes the one template that a school begins with, signed by its owner. */
export const makeFirstTemplate = (
  db: PlatformDb,
  { schoolId, signerName }: { schoolId: string; signerName: string },
  { now }: Pick<Tools, 'now'>,
) => insertFirstTemplate(db, schoolId, signerName, now())
