/** 754 → '12:34'; nothing for a lesson without a known length. */
export const formatDuration = (seconds: number) => {
  if (seconds <= 0) return ''
  const two = (value: number) => String(value).padStart(2, '0')
  const hours = Math.floor(seconds / 3600)
  const minutes = Math.floor(seconds / 60) % 60
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
