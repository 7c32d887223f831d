import { describeMissing } from '@escola/server/files/missing-files'
import type { FilesSeen } from './stored-files.ts'

/** Exit code of a backup or restore that was made without some of its files. */
const someMissing = 3

export function tellMissing({ missing, named }: FilesSeen): void {
  if (missing.length === 0) return
  console.error(describeMissing(missing, named))
  process.exitCode = someMissing
}
