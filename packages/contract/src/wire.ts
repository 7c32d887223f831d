import { z } from 'zod'
import { limits } from './limits.ts'
import { storable } from './text.ts'

// Each id is written in one way only: what is kept under an address has no second one.
const idPattern = /^(0|[1-9]\d{0,17})$/
/** A database id on the wire: a decimal string. */
export const Id = z.string().regex(idPattern)
export const isId = (value: string) => idPattern.test(value)
/** A link that is part of an address. What no store could hold names nothing, and is not mended: each thing has one address. */
export const Link = z
  .string()
  .min(1)
  .max(limits.linkMax)
  .refine((value) => value === storable(value), 'Este endereço não existe')
export const Utc = z.iso.datetime()
/** Money on the wire: a decimal string with a dot, two places. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)

export const SchoolParams = z.object({ schoolId: Id })
export const Done = z.object({ ok: z.literal(true) })
export const done = { ok: true } as const

export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.number().int(), page: z.number().int(), rowsPerPage: z.number().int(), list: z.array(row) })
