/** Of watching a lesson's video, in seconds. */
export const watchLimits = {
  /** A hundred hours: longer than any video. */
  longest: 360_000,
  /** What waited on a device for longer is forgotten. */
  oldest: 30 * 24 * 3600,
  /** Between two reports while a video plays. */
  reportEvery: 15,
  /** How far before the place where it stopped a video goes on. */
  stepBack: 3,
  /** Whoever has seen less than this begins anew; so does whoever has less than that left, or has seen this part of it. */
  begun: 10,
  left: 15,
  seen: 0.95,
} as const

/** The second that is kept of one where a video stopped: 0 where it is better begun anew, as it had hardly begun or nearly ended. */
export function keptPosition(position: number, duration: number): number {
  const { begun, left, seen } = watchLimits
  const isOver = duration > 0 && (position >= duration * seen || duration - position < left)
  return position < begun || isOver ? 0 : Math.floor(position)
}
