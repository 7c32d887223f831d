import { z } from 'zod'
import { ImportRow } from './imports.contract.ts'

const Cell = z
  .union([z.string().max(2000), z.number().transform(String)])
  .nullish()
  .transform((value) => value ?? '')

/** Row of a file that another program wrote: {name, email, cellphone}, of which only the e-mail must be there. */
export const ImportFileRow = z.object({
  line: ImportRow.shape.line.optional(),
  name: Cell,
  email: ImportRow.shape.email,
  cellphone: Cell,
})
