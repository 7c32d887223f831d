import { z } from 'zod'

const fromText = (value: unknown, context: z.RefinementCtx) => {
  try {
    return JSON.parse(String(value)) as unknown
  } catch {
    context.addIssue({ code: 'custom', message: 'JSON inválido' })
    return z.NEVER
  }
}
/** Field of a form that is JSON. */
export const json = <T extends z.ZodType>(schema: T) => z.string().transform(fromText).pipe(schema)
/** Field that is true or false. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true')
/** Field of a whole number. */
export const count = (max: number, message: string, min = 0) =>
  z
    .string()
    .regex(/^\d{1,6}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
