import { z } from 'zod'
import { limits } from './limits.ts'
import { planIds } from './prices.ts'
import { defineRoute } from './route.ts'
import { SchoolRole } from './schools.contract.ts'
import { newestSchoolsFirst, schoolSorts } from './sorts.ts'
import { storableName } from './text.ts'
import { MailStop } from './undelivered-mails.contract.ts'
import { Id, Money, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Roles above the schools (part 1 §6). No route gives such a role. */
export const platformRoles = ['admin', 'academy', 'academy-admin', 'teacher', 'student'] as const

/** Filters by a school's balance (part 1 §9): all schools, those that owe nothing, those that owe. */
export const balanceFilters = ['', '0', '1'] as const
export type BalanceFilter = (typeof balanceFilters)[number]

export const SchoolListQuery = PageQuery.extend({
  search: z.string().max(limits.searchMax).default('').transform(storableName),
  sortBy: z.enum(schoolSorts).default(newestSchoolsFirst),
  negative: z.enum(balanceFilters).default(''),
})

export const ListedSchool = z.object({
  id: Id,
  name: z.string(),
  /** The caller's own roles in the school. */
  role: z.array(SchoolRole),
  /** Target of a click: the school's own view for a platform administrator, its first namespace or domain for others. */
  url: z.string(),
  logo_square_url: z.string(),
  is_blocked: z.boolean(),
  utc_created_on: Utc,
  /** Only platform administrators get this field and those below. */
  email: z.string().nullable(),
  total_students: z.number().int().nullable(),
  balance: Money.nullable(),
  plan_id: z.enum(planIds).nullable(),
  plan_name: z.string().nullable(),
})
export type ListedSchool = z.infer<typeof ListedSchool>

export const PlatformVisit = z.object({
  id: Id,
  name: z.string(),
  utc_began_on: Utc,
  utc_seen_on: Utc,
  total_changes: z.number().int(),
  /** Latest changes. */
  changes: z.array(
    z.object({ id: Id, method: z.string(), route: z.string(), was_refused: z.boolean(), utc_made_on: Utc }),
  ),
})
export type PlatformVisit = z.infer<typeof PlatformVisit>

export const platform = {
  schools: defineRoute({
    method: 'GET',
    path: '/user/schools',
    summary:
      "A person's schools, a page at a time; a platform administrator gets every school, sorted, searched and filtered by balance",
    access: 'session',
    query: SchoolListQuery,
    response: z.object({
      schools: pageOf(ListedSchool).extend({
        /** The search has found more than it counts. */
        more: z.boolean(),
      }),
      /** Trouble that stops the mail of all schools; only administrators of the platform see it. */
      mail_stopped: MailStop.nullable(),
    }),
  }),
  auditLog: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/audit-log',
    summary: 'When platform administrators were in this school, and what they changed there',
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ visits: pageOf(PlatformVisit) }),
  }),
}
