import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Player } from './player.ts'
import { preferRate, readPreferredRate } from './preferences.ts'
import { Watching } from './watching.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => vi.useRealTimers())

/** A visit to a video of ten minutes whose player does nothing by itself. */
function visit(position = 0, { startsItself = false } = {}) {
  const reported: unknown[][] = []
  const order = (name: string) =>
    vi.fn((...values: unknown[]) => {
      reported.push([name, ...values])
    })
  const player: Player = {
    cue: order('cue'),
    playFrom: order('playFrom'),
    play: order('play'),
    setRate: order('setRate'),
    leave: order('leave'),
  }
  const reports: number[] = []
  const notes: number[] = []
  const shown: Record<string, unknown> = {}
  const watching = new Watching({
    position,
    startsItself,
    report: (second) => reports.push(second),
    save: (second) => notes.push(second),
    show: (change) => Object.assign(shown, change),
  })
  watching.attach(player)
  const ready = () => watching.receive({ isReady: true, second: 0, duration: 600, rate: 1 })
  /** Plays on from a second, with four reports of the position a second. */
  const play = (from: number, seconds: number) => {
    for (let quarter = 0; quarter <= seconds * 4; quarter++) {
      if (quarter) vi.advanceTimersByTime(250)
      watching.receive({ second: from + quarter / 4, isPlaying: true })
    }
  }
  return { watching, player, reported, reports, notes, shown, ready, play }
}

it('goes on three seconds before where it stopped', () => {
  const { ready, reported, shown } = visit(42)
  expect(reported).toEqual([])
  ready()
  expect(reported).toEqual([['cue', 39]])
  expect(shown).toMatchObject({ isReady: true, resumedFrom: 39 })
})

it('begins at the beginning what was not begun', () => {
  const { ready, reported, shown } = visit()
  ready()
  expect(reported).toEqual([])
  expect(shown.resumedFrom).toBeUndefined()
})

it('sends on a player that has begun before it could be told, or that did not listen, once', () => {
  const { watching, ready, reported, reports, notes, shown } = visit(420)
  watching.receive({ second: 2, isPlaying: true })
  expect(reported).toEqual([['playFrom', 417]])
  ready()
  watching.receive({ second: 3 })
  watching.receive({ second: 417.2 })
  expect(reported).toEqual([['playFrom', 417]])
  expect(shown.resumedFrom).toBeUndefined()
  expect([reports, notes]).toEqual([[], [417]])
})

it('leaves alone a student who has watched for a while before the player answers', () => {
  const { watching, ready, reported, shown } = visit(420)
  watching.receive({ second: 31, isPlaying: true })
  ready()
  expect(reported).toEqual([])
  expect(shown.resumedFrom).toBeUndefined()
})

it('follows another device until the student plays it here', () => {
  const { watching, ready, reported, play } = visit(42)
  ready()
  watching.stand(90)
  play(87, 1)
  watching.stand(300)
  expect(reported).toEqual([
    ['cue', 39],
    ['cue', 87],
  ])
})

it('reports the position every minute of playing, and saves it every five seconds', () => {
  const { ready, play, reports, notes } = visit()
  ready()
  play(0, 125)
  expect(reports).toEqual([60, 120])
  expect(notes).toEqual([
    5, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 65, 70, 75, 80, 85, 90, 95, 100, 105, 110, 115, 125,
  ])
})

it('reports the position when it stops and ends, saves it when it jumps, and never reports the same twice', () => {
  const { watching, ready, play, reports, notes, shown } = visit()
  ready()
  play(0, 4)
  watching.receive({ second: 4.5, isPlaying: false })
  watching.receive({ second: 4.6, isPlaying: false })
  watching.keep()
  expect(reports).toEqual([4])
  watching.receive({ second: 300 })
  expect([reports, notes]).toEqual([[4], [300]])
  play(300, 2)
  watching.receive({ second: 600, isPlaying: false, hasEnded: true })
  expect(reports.at(-1)).toBe(600)
  expect(shown.hasEnded).toBe(true)
  play(0, 1)
  expect(shown.hasEnded).toBe(false)
})

it('says nothing of a video that was not played', () => {
  const { watching, ready, reports } = visit(42)
  ready()
  watching.receive({ second: 39 })
  watching.receive({ second: 200 })
  watching.keep()
  expect(reports).toEqual([])
})

it('keeps where it was until the player has gone there', () => {
  const { watching, ready, reports } = visit(420)
  ready()
  watching.receive({ isPlaying: true })
  watching.keep()
  expect(reports).toEqual([])
})

it('begins anew when asked', () => {
  const { watching, ready, play, reported, shown } = visit(420)
  ready()
  watching.restart()
  play(0, 2)
  expect(reported).toEqual([
    ['cue', 417],
    ['playFrom', 0],
  ])
  expect(shown.resumedFrom).toBeUndefined()
})

it('plays at the speed that was chosen last, again when it begins, and remembers what the player is set to', () => {
  preferRate(1.5)
  const { watching, ready, reported, shown, play } = visit()
  ready()
  expect(reported).toEqual([['setRate', 1.5]])
  // The speed falls back to 1 before the video plays: the user did not choose that.
  watching.receive({ rate: 1.5 })
  watching.receive({ rate: 1 })
  expect(readPreferredRate()).toBe(1.5)
  play(0, 1)
  expect(reported).toHaveLength(2)
  watching.receive({ rate: 1.5 })
  watching.receive({ rate: 2 })
  expect([readPreferredRate(), shown.rate]).toEqual([2, 2])
  watching.setRate(0.75)
  expect(readPreferredRate()).toBe(0.75)
})

it('does not forget a speed that this video refuses', () => {
  preferRate(1.5)
  const { watching, ready, play, shown } = visit()
  ready()
  play(0, 1)
  watching.receive({ rates: [] })
  expect(shown.rates).toEqual([])
  expect(readPreferredRate()).toBe(1.5)
})

it('offers the speeds that the player takes', () => {
  const { watching, shown } = visit()
  watching.receive({ rates: [0.25, 0.5, 1, 1.5, 2] })
  expect(shown.rates).toEqual([1, 1.5, 2])
})

it('begins by itself where the lesson before has led here', () => {
  const { ready, reported } = visit(42, { startsItself: true })
  ready()
  expect(reported).toEqual([['cue', 39], ['play']])
})
