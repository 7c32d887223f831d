import { type CardInput, createEmptyCard, fsrs, Rating } from 'ts-fsrs'
import { z } from 'zod'

/** State of the scheduler for one card, as its row keeps it. */
export const Memory = z.object({
  due: z.iso.datetime(),
  stability: z.number(),
  difficulty: z.number(),
  elapsed_days: z.number(),
  scheduled_days: z.number(),
  learning_steps: z.number(),
  reps: z.number(),
  lapses: z.number(),
  state: z.number(),
  last_review: z.iso.datetime(),
})
export type Memory = z.infer<typeof Memory>

/** Whole days from the first answer on, and nothing random: the same answers at the same moments give the same days. */
const scheduler = fsrs({ enable_fuzz: false, enable_short_term: false, maximum_interval: 365 })

/**
 * Schedules a question after an answer.
 * @param memory null before the first answer
 */
export function schedule(memory: Memory | null, isRight: boolean, now: Date): { memory: Memory; dueOn: Date } {
  // The clocks of two servers may differ: no review may be dated before the last one.
  const on = memory && Date.parse(memory.last_review) > now.getTime() ? new Date(memory.last_review) : now
  const before: CardInput = memory ?? createEmptyCard(on)
  const { due, ...card } = scheduler.next(before, on, isRight ? Rating.Good : Rating.Again).card
  return { memory: { ...card, due: due.toISOString(), last_review: on.toISOString() }, dueOn: due }
}
