import { z } from 'zod'
import { limits } from './limits.ts'
import { defineRoute } from './route.ts'
import { UserDegree } from './schools.contract.ts'
import { storable } from './text.ts'
import { watchLimits } from './watching.ts'
import { Done, Id, Link, SchoolParams, Utc } from './wire.ts'

export const CourseState = z.enum(['locked', 'start', 'continue', 'done'])
export type CourseState = z.infer<typeof CourseState>

export const CourseCard = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  /** Promise of the course, in a line. */
  description_title: z.string(),
  img_wide_url: z.string(),
  landing_page_url: z.string(),
  state: CourseState,
  /** '0.00' to '100.00' */
  progress: z.string(),
  lessons: z.number().int(),
  /** When the user last completed or watched a lesson of it; null before the first. */
  utc_studied_on: Utc.nullable(),
  /** The course has an open public page. */
  has_page: z.literal(true).optional(),
})
export type CourseCard = z.infer<typeof CourseCard>

/** News that stands above a student's courses: an answer or a certificate that they have not read of, questions to review, or a module that opens soon. */
export const HomeNews = z.object({
  kind: z.enum(['question_answered', 'certificate_issued', 'questions_due', 'module_opens']),
  /** Id of the answer, certificate, module, or course with the questions. */
  subject_id: Id,
  /** Title of the lesson that was asked about, of the course or of the module. */
  title: z.string(),
  /** Person who answered; '' when they have left the school, and for other news. */
  person: z.string(),
  degree_link: z.string(),
  degree_title: z.string(),
  /** Link of the lesson that was asked about; null for other news. */
  content_link: z.string().nullable(),
  /** Moment when it happened, or when the module opens. */
  utc_on: Utc,
  /** Number of questions to review; see PracticeState. */
  due: z.number().int().optional(),
})
export type HomeNews = z.infer<typeof HomeNews>

/** 'needed': the lesson is completed by passing it, and by nothing else. 'open': there is one, and it holds nothing back. */
export const AssessmentState = z.enum(['open', 'needed', 'passed'])
export type AssessmentState = z.infer<typeof AssessmentState>

export const StudentContentSummary = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  /** Tells that the lesson has a video, so that its page keeps space for it before the lesson itself has come. */
  has_media: z.boolean(),
  main_media_duration: z.number().int(),
  isComplete: z.boolean(),
  dripped: z.boolean(),
  availableWhen: Utc.nullable(),
  /** Private lesson of a course that no class of the student's own opens: it is listed, can't be opened and counts for nothing. */
  restricted: z.literal(true).optional(),
  /** Link of the lesson that must be completed before this one opens; left out: none holds it back. */
  after: z.string().optional(),
  /** Assessment of the lesson; left out where it has none. */
  assessment: AssessmentState.optional(),
  /** Its mark in words: '7,5 de 10'; left out before there is one, and while it may not be shown. */
  mark: z.string().optional(),
  /** An open answer of an attempt at its assessment waits to be corrected. */
  is_waiting: z.literal(true).optional(),
})
export type StudentContentSummary = z.infer<typeof StudentContentSummary>
export const StudentModule = z.object({ id: Id, title: z.string(), content: z.array(StudentContentSummary) })

export const CertificateLink = z.object({
  id: Id,
  status: z.enum(['queued', 'ready', 'failed', 'revoked']),
  code: z.string(),
})

/** Course as a student sees it: published values only. */
export const StudentDegree = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  description_title: z.string(),
  description: z.string(),
  workload_hours: z.number().int(),
  workload_hours_pretty: z.string(),
  img_wide_url: z.string(),
  has_comments: z.boolean(),
  modules: z.array(StudentModule),
  progress: z.string(),
  /**
   * Link of the first open lesson that is not complete, else of the first incomplete one, else of the first; null while the course has
   * none.
   */
  nextContentLink: z.string().nullable(),
  certificate: CertificateLink.extend({
    /** Link to the PDF for its student; '' until it is drawn, and once it is revoked. */
    pdf: z.string(),
  }).nullable(),
  /** Number of lessons that were published after the student had completed the course, and that they have not completed yet. */
  newContents: z.number().int(),
})
export type StudentDegree = z.infer<typeof StudentDegree>

export const StudentFile = z.object({
  id: Id,
  title: z.string(),
  filename: z.string(),
  type: z.string(),
  size: z.number().int(),
})
export const StudentContent = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  description: z.string(),
  main_media_url: z.string(),
  main_media_duration: z.number().int(),
  files: z.array(StudentFile),
  external_links: z.array(z.object({ id: z.string(), title: z.string(), link: z.string() })),
  isComplete: z.boolean(),
  /** Second at which the student stopped the video; 0 where it begins again. */
  position: z.number().int(),
})
export type StudentContent = z.infer<typeof StudentContent>

const Seconds = z.number().int().min(0).max(watchLimits.longest)
const DegreeParams = SchoolParams.extend({ degreeLink: Link })

export const learning = {
  home: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/courses',
    summary: 'The courses that a person sees, by category, each with its state',
    access: 'visitor',
    params: SchoolParams,
    response: z.object({
      categories: z.array(z.object({ id: Id, title: z.string(), degrees: z.array(CourseCard) })),
      /** Left out where there is none. */
      news: z.array(HomeNews).optional(),
    }),
  }),
  course: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/student/:degreeLink',
    summary: 'One course with its modules and progress; 403 degree_forbidden without access',
    access: 'member',
    params: DegreeParams,
    response: z.object({ degree: StudentDegree }),
  }),
  lesson: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/student/:degreeLink',
    summary: 'One lesson with its course; without classLink only the course',
    access: 'member',
    reads: true,
    params: DegreeParams,
    body: z.object({
      classLink: z.string().max(limits.linkMax).transform(storable).optional(),
      moduleId: Id.optional(),
      /** The lesson is read before its student opens it: it counts as opened when it is asked for without this. */
      isAhead: z.boolean().optional(),
    }),
    response: z.object({ degree: StudentDegree, content: StudentContent.nullable() }),
  }),
  complete: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/content/metadata',
    summary: 'Mark one lesson complete or not: what userDegree says of contentId; the last one issues the certificate',
    access: 'member',
    params: SchoolParams,
    body: z.object({
      contentId: Id,
      degreeId: Id,
      userDegree: z.object({
        metadata: z.object({ content: z.record(Id, z.object({ isComplete: z.boolean() })) }),
        progress: z.string().optional(),
      }),
    }),
    response: z.object({ userDegree: UserDegree, certificate: CertificateLink.nullable() }),
  }),
  savePosition: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/content/position',
    summary:
      "Keep the second at which a student stopped a lesson's video; what was watched last counts, whatever comes first",
    access: 'member',
    isDeferrable: true,
    params: SchoolParams,
    body: z.object({
      contentId: Id,
      degreeId: Id,
      position: Seconds,
      duration: Seconds.optional(),
      /** Seconds since the video was watched, as the device has measured them. */
      secondsAgo: z.number().int().min(0).max(watchLimits.oldest).default(0),
    }),
    response: Done,
  }),
  fileLink: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/content/:contentId/file/:fileId',
    summary:
      'A signed link, good for ten minutes, to a file of a lesson that the person may study; authors may have any, also one that no lesson has yet',
    access: 'member',
    params: SchoolParams.extend({ contentId: Id, fileId: Id }),
    response: z.object({ url: z.string() }),
  }),
}
