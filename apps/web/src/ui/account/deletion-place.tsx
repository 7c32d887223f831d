import { useUser } from '../../session/context.ts'
import { part, usePart } from '../loading/part.ts'

const banner = part(() => import('./deletion-banner.tsx'))

/** Tells a user on every page that their account is going to be deleted; its code comes for them alone. */
export function DeletionPlace() {
  const dueOn = useUser()?.utc_deletion_due_on
  return dueOn ? <Banner dueOn={dueOn} /> : null
}

function Banner({ dueOn }: { dueOn: string }) {
  const { loaded } = usePart(banner)
  return loaded ? <loaded.DeletionBanner dueOn={dueOn} /> : null
}
