/** What a video tells of itself, as it comes. */
export interface News {
  /** It answers: it may be told where to stand and how fast to play. */
  isReady?: true
  /** Where it is. */
  second?: number
  duration?: number
  isPlaying?: boolean
  hasEnded?: true
  /** How fast it plays. */
  rate?: number
  /** The speeds that it takes; none where the school's plan with the provider allows no other. */
  rates?: readonly number[]
}
export type Tell = (news: News) => void

/** A video that tells where it is, and goes where it is sent. */
export interface Player {
  /** Stands at a second and waits. */
  cue(second: number): void
  /** Goes to a second and plays from there. */
  playFrom(second: number): void
  /** Begins where it stands, if the browser lets it. */
  play(): void
  setRate(rate: number): void
  /** Nothing of it is heard from now on. */
  leave(): void
}
