import { z } from 'zod'
import { DegreeChoice } from './categories.contract.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { summarizeTitles } from './text.ts'
import { courseTitle } from './titles.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Limits of plans for affiliates and of invitations (part 2 §5, §9). */
export const affiliateLimits = {
  linkMax: 40,
  perPage: 50,
  titleMax: 80,
  plansMax: 200,
  /** Hours after which a school that declined, left or was removed may be asked again. */
  askAgainHours: 24,
  /** Invitations of one school in a day, found or not: each tells whether a school exists. */
  invitationsPerDay: 100,
  /** Invitations in a day of a school in its first days, which has no name yet: each shows a text of its choosing to people of another school. */
  invitationsOfNewSchool: 10,
  newSchoolDays: 7,
  /** Counts below this one are not told. */
  countsFrom: 5,
} as const

/** Reasons for refusing the address of a school, and texts of the screens of plans. */
export const affiliateMessages = {
  link: 'Por favor, preencha uma escola válida',
  unknown: 'Escola não encontrada',
  own: 'Esta é a sua própria escola',
  already: 'Esta escola já está neste plano',
  otherPlan: (title: string) => `Esta escola já está no plano “${title}”`,
  declinedLately: 'Esta escola recusou ou saiu há pouco. Convide de novo depois de um dia',
  removedLately: 'Esta escola foi removida há pouco. Convide de novo depois de um dia',
  title: `Use no máximo ${affiliateLimits.titleMax} caracteres`,
  fewerThanCounted: `menos de ${affiliateLimits.countsFrom}`,
  stillApproved: 'Remova as escolas afiliadas antes de desligar',
} as const

export const affiliateStates = ['aguardando', 'aprovado', 'recusado'] as const
export type AffiliateState = (typeof affiliateStates)[number]
/** State of an affiliate by its answer (part 2 §4). */
export const affiliateStateOf = (affiliate: {
  utc_approved_on: string | null
  utc_declined_on: string | null
}): AffiliateState => (affiliate.utc_declined_on ? 'recusado' : affiliate.utc_approved_on ? 'aprovado' : 'aguardando')

export const AffiliatePlan = z.object({
  id: Id,
  title: z.string(),
  degrees: z.array(Id),
  all_degrees: z.boolean(),
  /** Number of schools in the plan, whatever they answered. */
  totalSchools: z.number().int(),
})
export type AffiliatePlan = z.infer<typeof AffiliatePlan>
const AffiliatePlanCard = AffiliatePlan.extend({ degreeTitles: z.array(z.string()) })
export type AffiliatePlanCard = z.infer<typeof AffiliatePlanCard>

/** Count of an affiliate's students; null stands for fewer than five, so that no student is recognised. */
const Count = z.number().int().nullable()

export const AffiliateSchool = z.object({
  id: Id,
  name: z.string(),
  logo_wide_url: z.string(),
  logo_dark_wide_url: z.string(),
  namespace: z.string().nullable(),
  domain: z.string().nullable(),
  /** Whole address of the school. */
  link: z.string(),
  cellphone: z.string(),
  email: z.string(),
  utc_invited_on: Utc,
  utc_approved_on: Utc.nullable(),
  utc_declined_on: Utc.nullable(),
  /** Numbers of an approved school; null until they were counted for the first time. */
  counts: z.object({ students: Count, finished: Count, certificates: Count, utc_counted_on: Utc }).nullable(),
})
export type AffiliateSchool = z.infer<typeof AffiliateSchool>

/** School that asked this one to teach its courses. */
export const Franchisor = z.object({
  id: Id,
  name: z.string(),
  email: z.string(),
  cellphone: z.string(),
  logo_wide_url: z.string(),
  logo_dark_wide_url: z.string(),
  plan_title: z.string(),
  /** Number of courses that the plan had when this school last heard of it. */
  plan_degrees: z.number().int(),
  utc_invited_on: Utc,
  utc_approved_on: Utc.nullable(),
})
export type Franchisor = z.infer<typeof Franchisor>

/** An address without what a copied one has around it: the scheme, the query and the slashes at its end. */
export const bareAddress = (typed: string): string =>
  typed
    .trim()
    .replace(/^https?:\/\//i, '')
    .replace(/[?#].*$/s, '')
    .replace(/\/+$/, '')

/**
 * Tells whether a text may be the address of a school (part 2 §5).
 * @param host the platform's own host, with its port; it doesn't count where the address of a school there stands behind it
 */
export const isAffiliateLink = (typed: string, host: string): boolean => {
  const text = bareAddress(typed)
  const isOfPlatform = text.toLowerCase().startsWith(`${host.toLowerCase()}/`)
  const counted = isOfPlatform ? text.slice(host.length + 1) : text
  return counted.length > 0 && counted.length <= affiliateLimits.linkMax && (text.includes('.') || text.includes(host))
}

/** Address of a school as people type it: a domain, or the platform's host with the school's namespace behind it. Its length is for `isAffiliateLink`. */
const AffiliateLink = z
  .string({ error: affiliateMessages.link })
  .max(2000, affiliateMessages.link)
  .transform(bareAddress)
  .refine((link) => link.length > 0, affiliateMessages.link)

const PlanTitle = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((title) => title.length <= affiliateLimits.titleMax, affiliateMessages.title)
const PlanChange = z.object({
  title: PlanTitle.optional(),
  degrees: z.array(Id).max(5000).optional(),
  all_degrees: z.boolean().optional(),
})

/** Courses of a plan in words: all, none, up to three titles, or their number (part 2 §2). */
export const summarizePlan = (plan: Pick<AffiliatePlan, 'all_degrees'>, titles: string[]): string =>
  plan.all_degrees ? 'Todos os cursos' : summarizeTitles(titles.map((title) => courseTitle({ title })))

const Franchisors = z.object({ pending: z.array(Franchisor), approved: z.array(Franchisor) })
const PlanParams = SchoolParams.extend({ planId: Id })

export const affiliates = {
  plans: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/school-templates-plans',
    summary: 'Plans of courses for affiliates',
    access: 'admin',
    may: 'affiliates',
    params: SchoolParams,
    response: z.object({ schoolTemplatesPlans: z.array(AffiliatePlanCard) }),
  }),
  plan: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/school-templates-plans/:planId',
    summary: 'One plan for affiliates',
    access: 'admin',
    may: 'affiliates',
    params: PlanParams,
    /** The degrees are the courses of the school's own, which a plan may have. */
    response: z.object({ plan: AffiliatePlan, degrees: z.array(DegreeChoice) }),
  }),
  createPlan: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/school-templates-plans/create',
    summary: 'Make a plan for affiliates, with its first change; only where the school has affiliation',
    access: 'admin',
    may: 'affiliates',
    status: 201,
    params: SchoolParams,
    body: PlanChange,
    response: z.object({ plan: AffiliatePlan }),
  }),
  savePlan: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/school-templates-plans/:planId',
    summary: 'Change title or courses of a plan; its affiliates follow within seconds',
    access: 'admin',
    may: 'affiliates',
    params: PlanParams,
    body: PlanChange,
    response: z.object({ plan: AffiliatePlan }),
  }),
  removePlan: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/school-templates-plans/:planId/delete',
    summary: 'Delete a plan that has no school',
    access: 'admin',
    may: 'affiliates',
    params: PlanParams,
    response: Done,
  }),
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/school-templates/:planId',
    summary: 'Affiliates of a plan, a page at a time',
    access: 'admin',
    may: 'affiliates',
    params: PlanParams,
    query: PageQuery,
    response: z.object({ schools: pageOf(AffiliateSchool) }),
  }),
  invite: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/school-templates/:planId/save',
    summary:
      'Ask the school of an address to teach the courses of a plan. 409 affiliate_in_other_plan offers to move it: the same call with move',
    access: 'admin',
    may: 'affiliates',
    status: 201,
    params: PlanParams,
    body: z.object({ link: AffiliateLink, move: z.boolean().optional() }),
    response: z.object({ school: AffiliateSchool }),
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/remove-school-template',
    summary: 'Take the plan away from an affiliate; its editions close, and the progress of its students is kept',
    access: 'admin',
    may: 'affiliates',
    params: SchoolParams,
    body: z.object({ school_id: Id }),
    response: Done,
  }),
  franchisors: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/school-templates',
    summary: 'Schools that asked this one to teach their courses: those that wait for an answer, and those approved',
    access: 'admin',
    may: 'affiliates',
    params: SchoolParams,
    response: Franchisors,
  }),
  answer: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/update-affiliation',
    summary: 'Approve the invitation of a school, or decline it; declined after the approval, the school leaves',
    access: 'admin',
    may: 'affiliates',
    params: SchoolParams,
    body: z.object({ column: z.enum(['approved', 'declined']), school_id: Id }),
    response: Franchisors,
  }),
}
