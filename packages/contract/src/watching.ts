/** Limits of reports about a watched video, in seconds. */
export const watchLimits = {
  /** No video is longer than these hundred hours. */
  longest: 360_000,
  /** Reports that waited on a device for longer are forgotten. */
  oldest: 30 * 24 * 3600,
  /** Interval between two reports while a video plays. Across schools each report is a commit of its own. */
  reportEvery: 60,
  /** Interval between two saves on the device while a video plays, so that a closed tab loses at most this much. */
  saveEvery: 5,
  /** A video goes on this much before the second where it stopped. */
  stepBack: 3,
  /** A video begins again for a student who has seen less than this of it, or has less than that left, or has seen this part of it. */
  begun: 10,
  left: 15,
  seen: 0.95,
} as const

/** Chooses the second to keep of a stopped video: 0 where it had hardly begun or nearly ended, so that it begins again. */
export function keptPosition(position: number, duration: number): number {
  const { begun, left, seen } = watchLimits
  const isOver = duration > 0 && (position >= duration * seen || duration - position < left)
  return position < begun || isOver ? 0 : Math.floor(position)
}
