import { dayMs, minuteMs } from '@escola/contract/durations'
import type { HomeNews, StudentDegree } from '@escola/contract/learning.contract'

const second = 1000
const padTwo = (value: number) => String(value).padStart(2, '0')

/** 'Libera em 3 dias', or 'Libera em 05h 12min 09s' within a day. */
export function formatOpening(availableWhen: string, now = Date.now()): string {
  const left = Date.parse(availableWhen) - now
  if (left > dayMs) return `Libera em ${Math.ceil(left / dayMs)} dias`
  const seconds = Math.ceil(left / second)
  if (seconds <= 0) return 'Liberando…'
  return `Libera em ${padTwo(Math.floor(seconds / 3600))}h ${padTwo(Math.floor(seconds / 60) % 60)}min ${padTwo(seconds % 60)}s`
}

/**
 * Milliseconds until a course that has locked lessons should be asked for again: when the next one opens, and each minute, for the school may open
 * one by hand. This device's clock may be ahead of the school's, so it is asked again until the lesson is there: the later it is, the less often.
 */
export function computeRefetchInterval(degree: StudentDegree | undefined, now = Date.now()): number | false {
  const locked = degree?.modules.flatMap((module) => module.content).filter((lesson) => lesson.dripped) ?? []
  const next = Math.min(...locked.map(({ availableWhen }) => (availableWhen ? Date.parse(availableWhen) : Infinity)))
  if (next === Infinity) return false
  return Math.min(askAgainIn(next, now), minuteMs)
}

const askAgainIn = (next: number, now: number) => Math.max(Math.abs(now - next), now < next ? second : 5 * second)

/** Milliseconds until the home is asked for again: when the first module of its news opens. */
export function computeHomeInterval(news: HomeNews[] = [], now = Date.now()): number | false {
  const next = Math.min(...news.filter(({ kind }) => kind === 'module_opens').map(({ utc_on }) => Date.parse(utc_on)))
  return next !== Infinity && askAgainIn(next, now)
}
