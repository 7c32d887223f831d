import { z } from 'zod'

// Each id is written in one way only: what is kept under an address has no second one.
const idPattern = /^(0|[1-9]\d{0,17})$/
/** A database id on the wire: a decimal string. */
export const Id = z.string().regex(idPattern)
export const isId = (value: string) => idPattern.test(value)
export const Utc = z.iso.datetime()
/** Money on the wire: a decimal string with a dot, two places. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)

export const SchoolParams = z.object({ schoolId: Id })
export const Done = z.object({ ok: z.literal(true) })
export const done = { ok: true } as const

export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.number().int(), page: z.number().int(), rowsPerPage: z.number().int(), list: z.array(row) })
