import { z } from 'zod'
import { planIds } from './prices.ts'
import { Money } from './wire.ts'

/** Plan of a school with its prices, as the context has it too. */
export const Resource = z.object({
  plan_id: z.enum(planIds),
  plan_name: z.string(),
  /** Price of each own domain in a month. */
  price_ssl: Money,
  free_students: z.number().int(),
})
export type Resource = z.infer<typeof Resource>
