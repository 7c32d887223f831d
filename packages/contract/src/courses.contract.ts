import { z } from 'zod'
import { Categories, DegreeSummary } from './categories.contract.ts'
import { limits } from './limits.ts'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { storable } from './text.ts'
import { Id, Link, SchoolParams, Utc } from './wire.ts'

export const Title = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= limits.titleMax, 'Use no máximo 200 caracteres')
export const richTextLong = 'Este texto é longo demais'
const countTags = (html: string) => html.split('<').length - 1
export const RichText = z
  .string()
  .max(limits.richTextMax, richTextLong)
  .refine((html) => countTags(html) <= limits.richTextTags, 'Este texto tem formatação demais')
  .transform(storable)

/** Lesson in its course's outline, as its author sees it: drafts over published values. */
export const LessonSummary = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  main_media_duration: z.number().int(),
  is_visible: z.boolean(),
  /** Private lessons are for students of a class of their own, and not for those whom the public class alone lets in. */
  is_private: z.boolean(),
  /** It has an assessment, published or not. */
  has_exam: z.literal(true).optional(),
  utc_published_on: Utc.nullable(),
  isDraft: z.boolean(),
})
export type LessonSummary = z.infer<typeof LessonSummary>

export const Module = z.object({
  id: Id,
  title: z.string(),
  alwaysAvailable: z.boolean(),
  content: z.array(LessonSummary),
})
export type Module = z.infer<typeof Module>

export const DrippingConfig = z.object({
  what: z.enum(['modules', 'school_gateways']),
  when: z.enum(['day', 'week', 'month']),
})

/** Course as its author sees it: drafts over published values. */
export const Degree = DegreeSummary.extend({
  school_id: Id,
  category_id: Id.nullable(),
  description_title: z.string(),
  description: z.string(),
  /** Workload in minutes, despite its name. */
  workload_hours: z.number().int(),
  workload_hours_pretty: z.string(),
  landing_page_url: z.string(),
  no_dripping: z.boolean(),
  dripping_config: DrippingConfig,
  /** A lesson opens when the one before it is complete. */
  in_order: z.boolean(),
  /** Students practise the questions that they got wrong in its assessments. */
  has_practice: z.boolean(),
  hide_to_affiliates: z.boolean(),
  has_comments: z.boolean(),
  modules: z.array(Module),
  utc_created_on: Utc,
  version: z.number().int(),
})
export type Degree = z.infer<typeof Degree>
/** Reach of a change of a course: numbers of the students who have begun and completed it, and titles of what names it. */
export const CourseReach = z.object({
  begun: z.number().int(),
  completed: z.number().int(),
  /** Number of the classes that have it, by name or with all courses, hidden ones too. */
  cohorts: z.number().int(),
  /** Classes that have it and that the school sees. */
  cohort_titles: z.array(z.string()),
  /** Certificate models that sum it with others, which issue nothing without it. */
  sums: z.array(z.string()),
  /** Certificate models that name it for a certificate of its own. */
  models: z.array(z.string()),
  /** Plans for affiliates that name it, and those of all courses while they give it. */
  plans: z.array(z.string()),
  /** Assessments that students have attempted: their attempts, and the students with a mark. */
  exams: z.array(z.object({ lesson_id: Id, attempts: z.number().int(), students: z.number().int() })),
})
export type CourseReach = z.infer<typeof CourseReach>

/** A class, as the author of a course sees it. */
export const CourseCohort = z.object({
  id: Id,
  title: z.string(),
  is_public: z.boolean(),
  /** The class opens the course once that is published. */
  has_degree: z.boolean(),
  totalStudents: z.number().int(),
  /** A sales platform sells the class. */
  is_sold: z.boolean(),
  /** It is no choice; left out: it is one. */
  is_archived: z.boolean().optional(),
})
export type CourseCohort = z.infer<typeof CourseCohort>
/** Classes of a course's school, the newest first, and whether a sales platform sells any of them. */
export const CourseCohorts = z.object({
  gatewayList: z.array(CourseCohort),
  sells: z.boolean(),
  /** Number of students who open the course, once it is published. */
  students: z.number().int(),
})
export type CourseCohorts = z.infer<typeof CourseCohorts>

export const SchoolAndDegree = z.object({ school: Categories, degree: Degree })

/** Client's name for a module that has no id until the answer comes: 'new-…'. */
const ModuleRef = z.string().regex(/^(0|[1-9]\d{0,17}|new-[\w-]{1,40})$/)

/** Fields that a save may change; an absent field stays. */
export const DegreeChange = z.object({
  id: Id.optional(),
  /** The version that the change started from; required for a course that exists. */
  version: z.number().int().optional(),
  categoryId: Id.nullable().optional(),
  title: Title.optional(),
  description_title: Title.optional(),
  description: RichText.optional(),
  workload_hours: z.number().int().min(0).max(limits.workloadMinutes).optional(),
  landing_page_url: z.string().max(limits.linkMax).optional(),
  no_dripping: z.boolean().optional(),
  dripping_config: DrippingConfig.optional(),
  in_order: z.boolean().optional(),
  has_practice: z.boolean().optional(),
  is_private: z.boolean().optional(),
  is_visible: z.boolean().optional(),
  hide_to_affiliates: z.boolean().optional(),
  has_comments: z.boolean().optional(),
  modules: z
    .array(z.object({ id: ModuleRef, title: Title, alwaysAvailable: z.boolean() }))
    .max(limits.courseModules)
    .optional(),
  /** All modules in order; a save removes a module that is left out, for students when that is published. */
  moduleOrder: z.array(ModuleRef).max(limits.courseModules).optional(),
  /** All lessons of each named module in order; a save removes a lesson that no module lists. */
  contentOrderByModule: z.record(ModuleRef, z.array(Id).max(limits.moduleLessons)).optional(),
})
export type DegreeChange = z.input<typeof DegreeChange>

const LinkParams = SchoolParams.extend({ link: Link })

export const courses = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link',
    summary: 'One course for its author',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    response: z.object({ degree: Degree }),
  }),
  reach: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link/reach',
    summary: 'Whom a change of a course would touch',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    response: z.object({ reach: CourseReach }),
  }),
  cohorts: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link/gateway-list',
    summary: 'Classes of the school, with those that have the course',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    response: CourseCohorts,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/save',
    summary:
      "Save a course ('0' makes a new one); a published one keeps the change as a draft. 409 stale_version carries the newer degree",
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    body: DegreeChange,
    response: SchoolAndDegree,
  }),
  publish: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/publish',
    summary: 'Publish a course with its drafts and new lessons, or take it back with unpublish',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    body: z.object({ id: Id, unpublish: z.boolean().optional() }),
    response: SchoolAndDegree,
  }),
  makePrivate: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/make-private',
    summary: 'Close a course to those who sign up by themselves, for students and author at once',
    access: 'admin',
    may: 'courses',
    params: LinkParams,
    response: SchoolAndDegree,
  }),
  clearDraft: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/clear-draft',
    summary: 'Discard what is not published',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    body: z.object({ id: Id }),
    response: SchoolAndDegree,
  }),
  remove: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/delete',
    summary: 'Delete an unpublished course for ever',
    access: 'admin',
    may: 'courses',
    params: SchoolParams,
    body: z.object({ id: Id }),
    response: Categories,
  }),
  uploadCover: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/img',
    summary: 'Replace the cover; a published course keeps it as a draft',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    rateLimit: 'upload',
    params: SchoolParams,
    multipart: {
      fields: z.object({ id: Id, field: z.literal('img_wide_url').default('img_wide_url') }),
      maxBytes: limits.imageBytes,
    },
    response: z.object({ degree: Degree }),
  }),
}
