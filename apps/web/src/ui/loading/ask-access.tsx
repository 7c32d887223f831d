import type { Permission } from '@escola/contract/permissions'
import { part, usePart } from './part.ts'

const page = part(() => import('./ask-access-page.tsx'))

/** Page of an address that the user's roles don't open; it loads when there is one. It suspends nothing: what shows an error may not wait. */
export function AskAccess({ asked }: { asked: string | undefined }) {
  const { loaded, hasFailed } = usePart(page)
  if (hasFailed) return <h1>Peça acesso a quem é dono da escola</h1>
  return loaded ? <loaded.AskAccessPage asked={asked as Permission | undefined} /> : null
}
