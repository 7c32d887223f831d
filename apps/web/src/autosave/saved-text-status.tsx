import { SaveStatus } from './save-status.tsx'
import { StaleBanner } from './stale-banner.tsx'
import type { SavedText } from './use-saved-text.ts'

export function SavedTextStatus({ field }: { field: SavedText }) {
  return field.stale === undefined ? (
    <SaveStatus state={field.state} error={field.error} onRetry={() => void field.flush()} />
  ) : null
}

/** Asks which text counts, when an earlier visit's meets a newer one. */
export function StaleText({ field, label }: { field: SavedText; label: string }) {
  if (field.stale === undefined) return null
  return (
    <StaleBanner
      differences={[{ label, mine: field.text, theirs: field.stale }]}
      onKeepMine={field.keepMine}
      onTakeTheirs={field.takeTheirs}
    />
  )
}
