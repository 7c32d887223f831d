import type { School } from '@escola/contract/schools.contract'
import { loadChat } from './chat-widget.ts'
import { pageSetting } from './page-setting.ts'

/** What a page does once it is there and has nothing else to do, for those who are told more than others; see main.tsx. */
export async function afterStart(school: School | null) {
  if (school?.platform_view) (await import('./visit-bar.ts')).showVisitBar(school.name)
  if (school?.role.includes('admin')) loadChat()
  const dsn = pageSetting('error-reporter')
  // Part 1 §7: over https alone.
  if (dsn && location.protocol === 'https:') (await import('./error-reporter.ts')).startReporting(dsn)
}
