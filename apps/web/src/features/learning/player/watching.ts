import { watchLimits } from '@escola/contract/watching'
import type { News, Player } from './player.ts'
import { preferRate, readPreferredRate, speeds } from './preferences.ts'

/** State of a video that is shown beside it. */
export interface Shown {
  /** Says whether the player answers. */
  isReady: boolean
  /** Position where it resumes; undefined when it begins at the beginning. */
  resumedFrom: number | undefined
  rate: number
  /** The speeds that may be chosen. */
  rates: readonly number[]
  hasEnded: boolean
}

interface Options {
  /** The second that was kept. */
  position: number
  /** Says whether the video begins automatically, as soon as it can. */
  startsItself: boolean
  /** Reports a position that is worth keeping. */
  report: (position: number, duration: number) => void
  /** Keeps a position on the device until the next report. */
  save: (position: number, duration: number) => void
  show: (change: Partial<Shown>) => void
}

/** A jump of more than this, in seconds of the video, was no playing on. */
const jump = 5

/** Visit to a video: it resumes at the last position, and reports the new one from time to time. */
export class Watching {
  readonly #options: Options
  #player?: Player
  #isReady = false
  /** Position where it should begin; undefined when there is none, or the video has begun. */
  #start?: number
  #hasBegun = false
  #isPlaying = false
  #second = 0
  #duration = 0
  #reported?: number
  #reportedAt = 0
  #savedAt = 0
  #rate?: number

  constructor(options: Options) {
    this.#options = options
    this.#setStart(options.position)
  }

  /** Takes the player that reports to this visit; it may have reported already. */
  attach(player: Player) {
    this.#player = player
    if (this.#isReady) this.#stand()
  }

  /** Moves to the newer position of another device. */
  stand(position: number) {
    if (this.#hasBegun) return
    this.#setStart(position)
    if (this.#isReady) this.#stand()
  }

  restart() {
    this.#start = undefined
    this.#options.show({ resumedFrom: undefined })
    this.#player?.playFrom(0)
  }

  setRate(rate: number) {
    preferRate(rate)
    this.#options.show({ rate })
    this.#player?.setRate(rate)
  }

  readonly receive = ({ isReady, second, duration, isPlaying, hasEnded, rate, rates }: News) => {
    if (duration) this.#duration = duration
    if (rates) this.#options.show({ rates: speeds.filter((each) => rates.includes(each)) })
    if (rate !== undefined) this.#rateIs(rate)
    if (isPlaying) this.#begin()
    if (second !== undefined) this.#moved(second, isPlaying ?? this.#isPlaying)
    if (isPlaying === false && this.#isPlaying) this.keep()
    if (isPlaying !== undefined) this.#isPlaying = isPlaying
    if (hasEnded) this.#options.show({ hasEnded, resumedFrom: undefined })
    else if (isPlaying) this.#options.show({ hasEnded: false })
    if (isReady && !this.#isReady) {
      this.#isReady = true
      this.#options.show({ isReady })
      this.#stand()
    }
  }

  /** Reports the position, unless it was reported already. */
  keep() {
    const second = Math.floor(this.#second)
    if (!this.#hasBegun || this.#start !== undefined || second === this.#reported) return
    this.#reported = second
    this.#reportedAt = this.#savedAt = Date.now()
    this.#options.report(second, Math.round(this.#duration))
  }

  #save() {
    this.#savedAt = Date.now()
    this.#options.save(Math.floor(this.#second), Math.round(this.#duration))
  }

  leave() {
    this.#player?.leave()
  }

  #setStart(position: number) {
    this.#start = position > 0 ? Math.max(0, position - watchLimits.stepBack) : undefined
  }

  #stand() {
    const player = this.#player
    if (!player) return
    const { startsItself, show } = this.#options
    if (this.#start !== undefined && !this.#hasBegun) player.cue(this.#start)
    show({ resumedFrom: this.#start })
    this.#askForRate()
    if (startsItself && !this.#hasBegun) player.play()
  }

  #begin() {
    if (this.#hasBegun) return
    this.#hasBegun = true
    this.#reportedAt = this.#savedAt = Date.now()
    // Some take no other speed before they play.
    this.#askForRate()
  }

  #askForRate() {
    const rate = readPreferredRate()
    this.#options.show({ rate })
    if (rate !== (this.#rate ?? 1)) this.#player?.setRate(rate)
  }

  #moved(second: number, isPlaying: boolean) {
    const hasJumped = Math.abs(second - this.#second) > jump
    this.#second = second
    if (this.#start !== undefined) return this.#settle(second, isPlaying)
    if (!this.#hasBegun) return
    const passed = (since: number, seconds: number) => isPlaying && Date.now() - since >= seconds * 1000
    if (passed(this.#reportedAt, watchLimits.reportEvery)) this.keep()
    else if (hasJumped || passed(this.#savedAt, watchLimits.saveEvery)) this.#save()
  }

  /** Checks the position: the video stands where it should, or has begun before the command came, or ignored it and gets it once more. */
  #settle(second: number, isPlaying: boolean) {
    const start = this.#start!
    const isReached = second >= start - 1
    if (!this.#player || (!isReached && !isPlaying)) return
    this.#start = undefined
    if (isReached) return
    // A user who has watched for a while has chosen their position themselves.
    if (second < watchLimits.begun) this.#player.playFrom(start)
    else this.#options.show({ resumedFrom: undefined })
  }

  #rateIs(rate: number) {
    const isFirst = this.#rate === undefined
    const isNews = rate !== this.#rate
    this.#rate = rate
    if (isFirst || !isNews || !this.#hasBegun) return
    // Chosen in the player's own menu.
    preferRate(rate)
    this.#options.show({ rate })
  }
}
