import { deviceStore } from '../api/storage.ts'
import { lastSchoolKey } from './remember-school.ts'

/** The last school's address on this same site, or the root. The parser folds back slashes and tabs away before we look, as a browser would. */
export function readLastSchool(): string {
  const kept = deviceStore.read(lastSchoolKey) ?? '/'
  const isOurs =
    kept.startsWith('/') &&
    URL.canParse(kept, location.origin) &&
    new URL(kept, location.origin).href.startsWith(`${location.origin}/`)
  return isOurs ? new URL(kept, location.origin).pathname : '/'
}
