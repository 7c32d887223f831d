import { z } from 'zod'
import { limits } from './limits.ts'
import { ContactText } from './needs.ts'
import { cleanLetters, cleanText } from './people.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { salesLimits, salesPlatforms } from './sales.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const reportLimits = {
  rows: 10_000,
  bytes: limits.importBytes,
  /** Longest cell that is read; what is longer is cut. */
  cellMax: salesLimits.integrationMax,
  rowsPerPage: 50,
  /** Rows that are settled one by one in one call. */
  settledAtOnce: 500,
  /** Days for which the rows that an administrator looks at are kept. */
  days: 7,
} as const

export const reportTexts = {
  account: 'Escolha de qual conta é o relatório',
  empty: 'O relatório não tem nenhuma venda com código de transação e situação conhecida',
  tooMany: 'Confira no máximo 10.000 vendas por vez. Divida o relatório por período',
  transaction: 'Cada venda tem um código de transação',
  cellTooLong: `Use no máximo ${reportLimits.cellMax} caracteres por coluna`,
  moment: 'Use uma data entre 2000 e 2099',
  underWay: 'As vendas do relatório anterior ainda estão sendo acertadas. Aguarde terminar',
  productGone: 'Este produto não espera mais por uma turma. Atualize a página',
  alone:
    'As compras deste produto cuja turma foi apagada, ou encerrou as vendas, passam para “sem acesso” na turma que você escolher, e você decide quando dar. A turma não passa a vender o produto.',
  codeless: 'O relatório não traz o código deste produto. Informe o código na integração desta conta com a turma',
}

/** States of a purchase in a report, in our words; rows of every other state stay in the browser. */
export const reportStatuses = ['paid', 'refunded', 'canceled', 'chargeback'] as const
export type ReportStatus = (typeof reportStatuses)[number]

const cellOf = (clean: (text: string) => string) =>
  z.string().max(reportLimits.cellMax, reportTexts.cellTooLong).transform(clean)
const Cell = cellOf(cleanText)
/** Code of the platform, which a delivery writes with the same letters. */
const CodeCell = cellOf(cleanLetters)
const FilledCell = CodeCell.pipe(z.string().min(1, reportTexts.transaction))
const isNear = (text: string) => text === '' || (text >= '2000' && text < '2100')
/** Full moment, or the day alone in the report's own time; '' where the report has none. */
const ReportMoment = z.union([z.literal(''), z.iso.date(), Utc], reportTexts.moment).refine(isNear, reportTexts.moment)

/** Row of the file, as read. */
export const NewReportRow = z.object({
  line: z.number().int().min(1).max(10_000_000),
  transaction: FilledCell,
  status: z.enum(reportStatuses),
  email: Cell,
  name: Cell,
  cellphone: Cell,
  product_id: CodeCell,
  product_name: Cell,
  offer_id: CodeCell,
  /** Code of the subscription that the purchase pays. */
  subscription: CodeCell,
  /** When it was paid. */
  paid_on: ReportMoment,
  /** End of what was paid: the next charge, or the end of the subscription. */
  ends_on: ReportMoment,
})
export type NewReportRow = z.infer<typeof NewReportRow>

/**
 * Purchases that an administrator looks at. missing: paid, and no access; no_class: paid, and no class sells it; no_email: paid, without an e-mail that works;
 * removed: paid, and the school took the student out; paid_back: paid by the report, and the platform has reported its end; still_in: paid back, and
 * the purchase still gives access; other_access: paid back, and the student has access for another reason; mixed: paid and paid back in one purchase.
 */
export const reportVerdicts = [
  'missing',
  'still_in',
  'no_class',
  'no_email',
  'removed',
  'paid_back',
  'other_access',
  'mixed',
] as const
export type ReportVerdict = (typeof reportVerdicts)[number]
/** Verdicts that are settled by a click, one by one or all. */
export const settledVerdicts = ['missing', 'still_in'] as const satisfies readonly ReportVerdict[]
export type SettledVerdict = (typeof settledVerdicts)[number]

export const ReportRow = z.object({
  id: Id,
  /** Line of the file. */
  line: z.number().int(),
  verdict: z.enum(reportVerdicts),
  status: z.enum(reportStatuses),
  transaction: z.string(),
  name: z.string(),
  email: ContactText,
  product_id: z.string(),
  product_name: z.string(),
  offer_id: z.string(),
  /** The platform has reported the purchase. */
  is_known: z.boolean(),
  /** When the school took the student out, or when the purchase ended. */
  utc_on: Utc.nullable(),
  /** Classes of which the verdict speaks. */
  school_gateways: z.array(z.object({ id: Id, title: z.string() })),
  /** Sources of other grants that give the access, or keep it after this purchase has ended; a sale's is its platform. */
  reasons: z.array(z.string()),
  /** A class is chosen for the purchase alone: its own was deleted, or takes no new purchases. */
  is_alone: z.boolean(),
  /** The row waits for the job that settles it. */
  is_asked: z.boolean(),
})
export type ReportRow = z.infer<typeof ReportRow>

export const SalesReport = z.object({
  id: Id,
  gateway: z.enum(salesPlatforms),
  account_id: Id,
  account_title: z.string(),
  filename: z.string(),
  /** Purchases of the report. */
  total: z.number().int(),
  /** Purchases that are as they should be, of which nothing is kept. */
  fine: z.object({
    /** Paid, and with access. */
    paid: z.number().int(),
    /** Paid back, and without access. */
    ended: z.number().int(),
    /** Paid for a time that is over, or dismissed by the school. */
    over: z.number().int(),
  }),
  /** Purchases that an administrator looks at, and the people of them, by verdict. */
  verdicts: z.array(z.object({ verdict: z.enum(reportVerdicts), rows: z.number().int(), people: z.number().int() })),
  /** Purchases settled so far. */
  settled: z.object({ given: z.number().int(), ended: z.number().int() }),
  /** Purchases that were asked for since the job began, and those that it has not done yet. */
  asked: z.object({ total: z.number().int(), left: z.number().int() }),
  utc_created_on: Utc,
})
export type SalesReport = z.infer<typeof SalesReport>

export const NewSalesReport = z.object({
  account_id: z.string(reportTexts.account).regex(/^\d{1,18}$/, reportTexts.account),
  filename: z.string().max(200).transform(cleanText),
  rows: z.array(NewReportRow).min(1, reportTexts.empty).max(reportLimits.rows, reportTexts.tooMany),
})

/** Rows of one verdict that are settled: those that are named, or all. */
export const ReportSettlement = z.object({
  verdict: z.enum(settledVerdicts),
  ids: z.array(Id).min(1).max(reportLimits.settledAtOnce).optional(),
})

/** A class for a product of the report that no class sells; without a code of its own the product is named by its title. */
export const ReportChoice = z.object({
  product_id: Cell,
  product_name: Cell,
  /** Products and offers that the class sells from now on. */
  ids: z.array(Cell).min(1).max(2).optional(),
  school_gateway_id: z.string(refusals.cohortGone).regex(/^\d{1,18}$/, refusals.cohortGone),
  /** It is for those purchases of the product that are put into a class alone, which sells nothing by that. */
  alone: z.boolean().optional(),
})

const ReportParams = SchoolParams.extend({ id: Id })

export const salesReports = {
  create: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-reports',
    summary:
      "Compare a platform's sales report with what the school knows; it takes the place of the one before, and nothing else is done",
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'upload',
    status: 201,
    params: SchoolParams,
    body: NewSalesReport,
    maxBytes: reportLimits.bytes,
    response: z.object({ report: SalesReport }),
  }),
  latest: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales-reports/latest',
    summary: "The school's report, and how far its settling is",
    access: 'admin',
    may: 'sales',
    params: SchoolParams,
    response: z.object({ report: SalesReport.nullable() }),
  }),
  rows: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/sales-reports/:id/rows',
    summary: 'Purchases of a report that an administrator looks at, of one verdict, in the order of the file',
    access: 'admin',
    may: 'sales',
    params: ReportParams,
    query: PageQuery.extend({ verdict: z.enum(reportVerdicts).default('missing') }),
    response: z.object({ rows: pageOf(ReportRow) }),
  }),
  settle: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-reports/:id/settle',
    summary:
      'Give or end the access of purchases of one verdict, one by one or all; a job does it, and again changes nothing',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    status: 202,
    params: ReportParams,
    body: ReportSettlement,
    response: z.object({ report: SalesReport }),
  }),
  chooseCohort: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/sales-reports/:id/cohort',
    summary:
      'Choose the class of a product that no class sells: for the report, for sales that wait, and for those to come',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    params: ReportParams,
    body: ReportChoice,
    response: z.object({ report: SalesReport }),
  }),
  remove: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/sales-reports/:id',
    summary: 'Delete a report and its rows; what was settled stays so',
    access: 'admin',
    may: 'sales',
    params: ReportParams,
    response: Done,
  }),
}
