/** Message of a video about itself. */
export interface News {
  /** The player answers, so it takes a position and a speed. */
  isReady?: true
  /** Position in the video. */
  second?: number
  duration?: number
  isPlaying?: boolean
  hasEnded?: true
  /** Speed of the video. */
  rate?: number
  /** The speeds that it takes; none where the school's plan with the provider allows no other. */
  rates?: readonly number[]
}
export type OnNews = (news: News) => void

/** A video that tells where it is, and goes where it is sent. */
export interface Player {
  /** Stands at a second and waits. */
  cue(second: number): void
  /** Goes to a second and plays from there. */
  playFrom(second: number): void
  /** Begins where it stands, if the browser lets it. */
  play(): void
  setRate(rate: number): void
  /** Ends the player's messages. */
  leave(): void
}
