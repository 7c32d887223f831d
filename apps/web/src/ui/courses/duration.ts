const padTwo = (value: number) => String(value).padStart(2, '0')

/** 65 → '1:05', 3725 → '1:02:05'; nothing when it isn't known. */
export function formatDuration(seconds: number): string {
  if (seconds <= 0) return ''
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${padTwo(minutes)}:${padTwo(seconds % 60)}` : `${minutes}:${padTwo(seconds % 60)}`
}
