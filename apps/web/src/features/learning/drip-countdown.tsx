import { useSyncExternalStore } from 'react'
import { subscribeToSeconds } from '../../ui/each-second.ts'
import { formatOpening } from './lesson-openings.ts'

/** Counts down to the opening of a dripped lesson. */
export const DripCountdown = ({ availableWhen }: { availableWhen: string }) => (
  <span>{useSyncExternalStore(subscribeToSeconds, () => formatOpening(availableWhen))}</span>
)
