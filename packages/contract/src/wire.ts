import { z } from 'zod'
import { limits } from './limits.ts'
import { storable } from './text.ts'

// Each id has one way of writing only, so nothing stored under an address has a second one.
const idPattern = /^(0|[1-9]\d{0,17})$/
/** Database id on the wire: a decimal string. */
export const Id = z.string().regex(idPattern)
export const isId = (value: string) => idPattern.test(value)
/** Link as a part of an address. Text that no store could hold is not mended, because each thing has one address. */
export const Link = z
  .string()
  .min(1)
  .max(limits.linkMax)
  .refine((value) => value === storable(value), 'Este endereço não existe')
export const Utc = z.iso.datetime()
/** Money on the wire: a decimal string with a dot and two places. */
export const Money = z.string().regex(/^-?\d+\.\d{2}$/)

export const SchoolParams = z.object({ schoolId: Id })
export const Done = z.object({ ok: z.literal(true) })
export const done = { ok: true } as const

export const PageQuery = z.object({ page: z.coerce.number().int().min(1).max(100_000).default(1) })
export const pageOf = <T extends z.ZodType>(row: T) =>
  z.object({ total: z.number().int(), page: z.number().int(), rowsPerPage: z.number().int(), list: z.array(row) })
