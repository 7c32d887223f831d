import { type SeenPlace, seenPlaceHeader, writeSeenPlace } from '@escola/contract/seen-place'
import { tabStore } from './storage.ts'

/** The end of the session takes it away, as it does all that this tab keeps so. */
const key = 'escola.kept.seenPlace'

/** Keeps the place of the team in which this tab's owner looks at their school; null for their own. */
export const keepSeenPlace = (place: SeenPlace | null) => tabStore.write(key, place && writeSeenPlace(place))

export const makeSeenHeader = (): Record<string, string> => {
  const place = tabStore.read(key)
  return place === null ? {} : { [seenPlaceHeader]: place }
}
