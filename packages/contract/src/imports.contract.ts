import { z } from 'zod'
import { dayMs } from './durations.ts'
import { errors } from './errors.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'
import { SchoolMoney } from './needs.ts'
import { cleanEmail, cleanText, hasInnerBlank, isEmail, StudentName } from './people.ts'
import { readPhoneCell } from './phone-cells.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { joinRefusals } from './terms.ts'
import { Done, Id, SchoolParams, Utc } from './wire.ts'

/** Row of the file, as read. Its line is the line in the original file, from 1; each row's line is higher than the one before. */
export const ImportRow = z.object({
  line: z.number().int().min(1),
  name: z.string().max(2000),
  email: z.string().max(2000),
  cellphone: z.string().max(2000).default(''),
})
export type ImportRow = z.infer<typeof ImportRow>

export const refusalReasons = {
  no_email: 'Sem e-mail',
  invalid_email: 'E-mail inválido',
  blank_in_email: 'E-mail com espaço no meio',
  short_name: `Nome com menos de ${limits.nameMin} letras`,
  invalid_name: errors.invalid_name.pt,
  /** Reason in imports of earlier releases alone. */
  invalid_cellphone: 'Telefone inválido',
  duplicate: 'E-mail repetido no arquivo',
  ...joinRefusals,
} as const
export type RefusalReason = keyof typeof refusalReasons

export interface CheckedRow {
  line: number
  name: string
  email: string
  cellphone: string
  /** The file has a telephone whose digits are not whole: the student comes without it. */
  dropsCellphone?: boolean
}

/**
 * Judges one row, for the preview and for the worker alike. A missing name is made from the e-mail. A blank inside an e-mail may stand for any sign,
 * or part a name from it: an administrator says which.
 * @param seen e-mails of earlier rows; a good row adds its own
 */
export function checkImportRow(row: ImportRow, seen: Set<string>): { row: CheckedRow } | { reason: RefusalReason } {
  const email = cleanEmail(row.email)
  if (!email) return { reason: 'no_email' }
  if (hasInnerBlank(row.email)) return { reason: holdsEmail(row.email) ? 'blank_in_email' : 'invalid_email' }
  if (!isEmail(email)) return { reason: 'invalid_email' }
  const { cellphone, isDropped } = readPhoneCell(row.cellphone)
  const name = readName(row.name, email)
  if (name === undefined) return { reason: isShort(row.name) ? 'short_name' : 'invalid_name' }
  if (seen.has(email)) return { reason: 'duplicate' }
  seen.add(email)
  return { row: { line: row.line, name, email, cellphone, ...(isDropped && { dropsCellphone: true }) } }
}

const holdsEmail = (text: string) =>
  isEmail(cleanEmail(text)) || text.split(/\s+/).some((word) => isEmail(cleanEmail(word)))

/**
 * Knows particles, numbers and words of which the first letter alone is a capital. StudentName leaves them as they are. A file has ten thousand rows,
 * most of them good as they stand; to check those by their schemas takes five times as long.
 */
const tidyName =
  /^[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]*(?: (?:(?!(?:Da|Das|De|Do|Dos|E|Di|Del|Della|Dei|Du|Van|Von|Der|Den|Y|La|Las|Los|[XVI][xvi]+)(?: |$))[A-ZÀ-ÖØ-Þ][a-zà-öø-ÿ]*|da|das|de|do|dos|e|\d+))*$/
const isTidyName = (name: string) =>
  name.length >= limits.nameMin && name.length <= limits.inputMax && tidyName.test(name)

function readName(text: string, email: string): string | undefined {
  if (isTidyName(text)) return text
  return cleanText(text) ? StudentName.safeParse(text).data : nameFrom(email)
}

const isShort = (name: string) => cleanText(name).length < limits.nameMin

/**
 * Makes a name from an e-mail: "maria.das-dores@exemplo.com" → "Maria das Dores". The whole address is the name where its first part makes
 * none.
 */
function nameFrom(email: string): string {
  const name = StudentName.safeParse(email.split('@')[0]!.replace(/[._-]+/g, ' '))
  return name.success ? name.data : email.slice(0, limits.inputMax)
}

const Reason = z.enum(Object.keys(refusalReasons) as [RefusalReason, ...RefusalReason[]])

export const Refusal = z.object({
  line: z.number().int(),
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  reason: Reason,
})

/** Outcome of 'Desfazer importação', or how far it is. */
export const ImportUndo = z.object({
  status: z.enum(['running', 'done', 'failed']),
  /** Number of students whom the import gave the class, and from whom it is taken back. */
  total: z.number().int(),
  /** Number of those who left the class. */
  left: z.number().int(),
  /** Number of those whom something else keeps in the class. */
  kept: z.number().int(),
  utc_finished_on: Utc.nullable(),
})
export type ImportUndo = z.infer<typeof ImportUndo>

export const Import = z.object({
  id: Id,
  school_gateway_id: Id,
  filename: z.string(),
  total_students: z.number().int(),
  status: z.enum(['pending', 'running', 'done', 'failed']),
  processed: z.number().int(),
  /** Number of people new to the school. */
  created: z.number().int(),
  /** Number of students new to the class, people new to the school included. */
  enrolled: z.number().int(),
  /** Number of rows whose students were in the class already. */
  unchanged: z.number().int(),
  refused: z.number().int(),
  /** Students who were in the class already got its term again. */
  renews: z.boolean(),
  failure: z.string().nullable(),
  utc_created_on: Utc,
  utc_finished_on: Utc.nullable(),
  undo: ImportUndo.nullable(),
})
export type Import = z.infer<typeof Import>

/** An import that has not ended. */
export const isRunning = ({ status }: Pick<Import, 'status'>) => status === 'pending' || status === 'running'

/** An import that moves by itself: it has not ended, or is being undone. */
export const isUnderWay = (entry: Pick<Import, 'status' | 'undo'>) =>
  isRunning(entry) || entry.undo?.status === 'running'

export const importUndoDays = 7

/** Says whether an import that has ended can be undone at this moment. */
export const isUndoable = ({ utc_finished_on, undo }: Pick<Import, 'utc_finished_on' | 'undo'>, now: Date) =>
  utc_finished_on !== null &&
  (undo === null || undo.status === 'failed') &&
  now.getTime() - Date.parse(utc_finished_on) < importUndoDays * dayMs

/** Students who leave the class with the import, and those whom something else keeps there. */
export const ImportUndoForecast = z.object({
  leaving: z.number().int(),
  staying: z.number().int(),
  /** Students whom the import brought to the school and who did nothing since: once it is undone they may be erased. */
  forsaken: z.number().int(),
  /** Sum that goes back to the balance: this month's price of those whom the import made, and who were never in the school. */
  returned: SchoolMoney,
  /** Sum that the present month has charged for its other students, which stays charged. */
  charged: SchoolMoney,
})
export type ImportUndoForecast = z.infer<typeof ImportUndoForecast>

/** Verdicts of the server on the rows of a file, before anything is done. */
export const rowVerdicts = ['new', 'known', 'here', 'refused'] as const
export type RowVerdict = (typeof rowVerdicts)[number]

export const CheckedLine = z.object({
  line: z.number().int(),
  /** new: a person new to the school; known: a person of the school, who joins the class; here: in the class already. */
  verdict: z.enum(rowVerdicts),
  /** Reason of a refused row. */
  reason: Reason.optional(),
  /** E-mail that was probably meant, where the domain is likely mistyped. */
  suggestion: z.string().optional(),
})
export type CheckedLine = z.infer<typeof CheckedLine>

export const ImportCheck = z.object({
  /** One of each row, in their order. */
  rows: z.array(CheckedLine),
  /** Number of mails that the import would send. */
  mails: z.number().int(),
  /** Price of the students whom it would bring beyond the free ones, now, and how much of it the balance lacks: then it is refused. */
  cost: SchoolMoney,
  missing: SchoolMoney,
  /** Both when those who are in the class already get its term again. */
  renewing: z.object({ cost: SchoolMoney, missing: SchoolMoney }),
})
export type ImportCheck = z.infer<typeof ImportCheck>

const hasRisingLines = (rows: ImportRow[]) => rows.every(({ line }, at) => at === 0 || line > rows[at - 1]!.line)

const ImportParams = SchoolParams.extend({ id: Id })

export const imports = {
  start: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/import',
    summary:
      'Start an import: a JSON file with an array of rows {name, email, cellphone}; a line, where rows say theirs, rises',
    access: 'admin',
    may: 'records',
    rateLimit: 'upload',
    status: 202,
    params: SchoolParams,
    query: z.object({
      /** Number of rows that the sender counted; the server counts the rows all the same. */
      total: z.coerce.number().int().min(0).optional(),
      filename: z.string().min(1).max(200),
      school_gateway_id: Id,
      /** Students who are in the class already get its term again; otherwise they stay as they are. */
      renews: z
        .enum(['true', 'false'])
        .default('false')
        .transform((text) => text === 'true'),
    }),
    multipart: { fields: z.object({}), maxBytes: limits.importBytes },
    response: z.object({ import: Import }),
  }),
  check: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/import/check',
    summary: 'What an import of these rows into a class would do with each of them; nothing is done',
    access: 'admin',
    may: ['records', 'cohorts'],
    reads: true,
    rateLimit: 'upload',
    params: SchoolParams,
    body: z.object({
      /** Left out: a class that is not made yet. */
      school_gateway_id: Id.optional(),
      rows: z
        .array(ImportRow)
        .max(limits.importRows, messages.importTooMany)
        .refine(hasRisingLines, refusals.linesNotRising),
    }),
    maxBytes: limits.importBytes,
    response: ImportCheck,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/imports',
    summary: 'The last imports of a class, newest first',
    access: 'admin',
    may: 'records',
    params: SchoolParams,
    query: z.object({ school_gateway_id: Id }),
    response: z.object({ imports: z.array(Import) }),
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/imports/:id',
    summary: 'One import with every refused row',
    access: 'admin',
    may: 'records',
    params: ImportParams,
    response: z.object({ import: Import, refusals: z.array(Refusal) }),
  }),
  events: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/imports/:id/events',
    summary: 'Progress, live: an event named import whenever it changes, until it ends',
    access: 'admin',
    may: 'records',
    params: ImportParams,
    response: 'events',
  }),
  refusalsFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/imports/:id/refusals.csv',
    summary: 'The refused rows as a CSV file',
    access: 'admin',
    isLogged: true,
    may: 'records',
    params: ImportParams,
    response: 'stream',
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/imports/:id/settle',
    summary: 'Note that an administrator is done with what an import refused',
    access: 'admin',
    may: 'records',
    params: ImportParams,
    response: Done,
  }),
  undoForecast: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/imports/:id/undo',
    summary: 'What undoing an import would do; nothing is done',
    access: 'admin',
    may: 'records',
    params: ImportParams,
    response: ImportUndoForecast,
  }),
  undo: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/students/imports/:id/undo',
    summary:
      'Take the class back from the students to whom an import gave it, within seven days of its end; again changes nothing',
    access: 'admin',
    may: 'records',
    status: 202,
    params: ImportParams,
    response: z.object({ import: Import }),
  }),
}
