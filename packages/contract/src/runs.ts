import { z } from 'zod'
import { Id, Utc } from './wire.ts'

/** Work over many rows, which goes on without its page: what all answers about it have. */
export const RunProgress = z.object({
  id: Id,
  total: z.number().int(),
  utc_ended_on: Utc.nullable(),
})
export type RunProgress = z.infer<typeof RunProgress>
