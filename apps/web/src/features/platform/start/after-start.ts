import type { School } from '@escola/contract/schools.contract'
import { loadChat } from './chat-widget.ts'
import { readPageSetting } from './page-setting.ts'

/** Loads the parts that administrators alone get, also after a sign-in without a page load. */
export async function loadForAdministrator(school: School) {
  if (school.platform_view) (await import('./visit-bar.ts')).showVisitBar(school.name)
  if (school.role.includes('admin')) loadChat()
}

/** Loads the parts that a page needs once it is there and idle, and that only some visitors get; see main.tsx. */
export async function loadAfterStart(school: School | null) {
  if (school) await loadForAdministrator(school)
  const dsn = readPageSetting('error-reporter')
  // Part 1 §7: over https alone.
  if (dsn && location.protocol === 'https:') (await import('./error-reporter.ts')).startReporting(dsn)
}
