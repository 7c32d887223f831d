import { useRouterState } from '@tanstack/react-router'
import { useUser } from '../session/context.ts'
import { part, usePart } from './part.ts'

const banner = part(() => import('./deletion-banner.tsx'))

/** The page of the user's own data says it itself. */
const saysIt = ({ matches }: { matches: { routeId: string }[] }) =>
  matches.at(-1)?.routeId === '/_account/minha-conta_/dados'

/** Tells a user on every page that their account is going to be deleted; its code comes for them alone. */
export function DeletionPlace() {
  const dueOn = useUser()?.utc_deletion_due_on
  const isSaid = useRouterState({ select: saysIt })
  return dueOn && !isSaid ? <Banner dueOn={dueOn} /> : null
}

function Banner({ dueOn }: { dueOn: string }) {
  const { loaded } = usePart(banner)
  return loaded ? <loaded.DeletionBanner dueOn={dueOn} /> : null
}
