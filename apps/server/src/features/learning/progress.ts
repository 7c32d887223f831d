/** '66.67': complete lessons out of all; '100.00' only when none is missing. */
export const progressText = (completed: number, lessons: number): string => {
  if (lessons === 0) return '0.00'
  return completed === lessons ? '100.00' : Math.min(99.99, (completed / lessons) * 100).toFixed(2)
}
