import { z } from 'zod'
import { labels } from './labels.ts'
import { limits } from './limits.ts'
import { Merge } from './merges.contract.ts'
import { ContactPhone, ContactText } from './needs.ts'
import { Email, Password, StudentName } from './people.ts'
import { Cellphone, ReadableCellphone } from './phones.ts'
import { defineRoute } from './route.ts'
import { SentSms, SmsNumber } from './sent-sms.ts'
import { newestFirst, studentSorts } from './sorts.ts'
import { StudentProgress } from './student-progress.ts'
import { studentLimits } from './student-texts.ts'
import { NewException } from './terms.ts'
import { Done, Id, Link, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

const originLabels = {
  ...labels.providers,
  manual: 'Manual',
  api: 'API',
  'public-class': 'Turma pública',
  'school-admin': 'Administrador',
  'school-register': 'Cadastro na escola',
  importer: 'Importação',
}
/** Names in words the way by which a student came to the school; an unknown platform keeps the name that it gave. */
export const originLabel = (origin: string): string => new Map(Object.entries(originLabels)).get(origin) ?? origin

export const Student = z.object({
  user_id: Id,
  link: z.string(),
  name: z.string(),
  email: ContactText,
  cellphone: ContactText,
  origin: z.string(),
  utc_created_on: Utc,
  school_gateways: z.array(z.string()),
})
export type Student = z.infer<typeof Student>

/** Student as the list of all shows them. */
export const ListedStudent = Student.extend({
  /** Share of the lessons of all their classes' courses that is completed, '0.00' to '100.00'; null: these open no lesson. */
  progress: z.string().nullable(),
  /** Latest hour in which the student was in the school; null: never. */
  utc_seen_on: Utc.nullable(),
})
export type ListedStudent = z.infer<typeof ListedStudent>

export const studentOrigins = Object.keys(originLabels) as [keyof typeof originLabels, ...(keyof typeof originLabels)[]]
/** Whether a class holds the student; soon: one of their classes ends within the days of studentLimits. */
export const studentAccesses = ['with', 'without', 'soon'] as const

/** Filters of the student list; '' asks for all. */
export const StudentFilter = z.object({
  school_gateway_id: z.union([z.literal(''), Id]).default(''),
  origin: z.union([z.literal(''), z.enum(studentOrigins)]).default(''),
  access: z.union([z.literal(''), z.enum(studentAccesses)]).default(''),
  /** never: the student has never been in the school. */
  entered: z.enum(['', 'never']).default(''),
  /** unknown: the telephone has no country that can be known. */
  phone: z.enum(['', 'unknown']).default(''),
})
export type StudentFilter = z.infer<typeof StudentFilter>
export const noStudentFilter: StudentFilter = { school_gateway_id: '', origin: '', access: '', entered: '', phone: '' }
export const isFiltered = (filter: StudentFilter) =>
  Object.keys(noStudentFilter).some((name) => filter[name as keyof StudentFilter])

export const StudentPageQuery = PageQuery.extend({ sort: z.enum(studentSorts).default(newestFirst) })

/** Password by which a student enters this school alone. */
export const StudentPassword = z.object({
  password: Password.max(studentLimits.passwordMax, `Use no máximo ${studentLimits.passwordMax} caracteres`),
})

/** Name and telephone that a school has of a student, those that change; the e-mail is corrected by a call of its own. */
export const StudentContact = z.object({ name: StudentName.optional(), cellphone: ReadableCellphone.optional() })

/** One letter or two are in the middle of nearly every name, so such a search looks where words begin. */
export const searchesWordStarts = (search: string) => /^[\p{L}\d]{1,2}$/u.test(search)

const LinkParams = SchoolParams.extend({ link: Link })

export const students = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students',
    summary: 'Students, a page at a time, by name or e-mail',
    access: 'admin',
    may: 'students',
    params: SchoolParams,
    query: StudentPageQuery.extend({ search: z.string().max(limits.searchMax).default(''), ...StudentFilter.shape }),
    response: z.object({
      students: pageOf(ListedStudent).extend({
        /** Number of the school's students, whatever the search and the filters find. */
        enrolled: z.number().int(),
        /** The search or the filters have found more students than they count. */
        more: z.boolean(),
        /** The school has students, whether the search finds them or not. */
        hasAny: z.boolean(),
      }),
    }),
  }),
  nearby: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/nearby',
    summary: 'Students whose names or e-mails are nearest to a search that finds none, and sales of it that wait',
    access: 'admin',
    may: 'students',
    params: SchoolParams,
    query: z.object({ search: z.string().max(limits.searchMax) }),
    response: z.object({
      /** The nearest first. */
      students: z.array(z.object({ link: z.string(), name: z.string(), email: ContactText })),
      /** Number of sales that wait for an administrator, of a buyer with such a name or e-mail. */
      pending_sales: z.number().int(),
    }),
  }),
  exportFile: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/students/export.csv',
    summary: 'The students whom a search and filters find, all of them, as a CSV file; takes a fresh proof',
    access: 'admin',
    isLogged: true,
    may: 'records',
    proof: 'recent',
    rateLimit: 'ownData',
    params: SchoolParams,
    query: z.object({ search: z.string().max(limits.searchMax).default(''), ...StudentFilter.shape }),
    response: 'stream',
  }),
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/student/:link',
    summary: 'One student with progress and classes; of one who was merged into another, that one',
    access: 'admin',
    may: 'students',
    params: LinkParams,
    response: z.object({
      student: Student.extend({
        notes: z.string(),
        /** The telephone as any country reaches it; null where there is none, or its country can't be known. */
        phone_e164: ContactPhone,
        is_admin: z.boolean(),
        profile_img_url: z.string(),
        /** Latest hour in which the student was in the school; null: never. */
        utc_seen_on: Utc.nullable(),
      }),
      /** Students who were merged into this one, the latest first. */
      merges: z.array(Merge),
      /** Text messages with access links, the newest first; isOn: the platform can send some. */
      sms: z.object({ isOn: z.boolean(), sent: z.array(SentSms), number: SmsNumber.optional() }),
      degrees: z.array(StudentProgress),
      /** The field opens is the number of published courses that the class opens. */
      school_gateways: z.array(
        z.object({ id: Id, title: z.string(), opens: z.number().int(), utc_ends_on: Utc.nullable() }),
      ),
    }),
  }),
  updateNotes: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:link/update-notes',
    summary: "Save the administrator's notes",
    access: 'admin',
    may: 'students',
    params: LinkParams,
    body: z.object({ notes: z.string().max(limits.notesMax) }),
    response: Done,
  }),
  correct: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:link/contact',
    summary:
      "Correct the name and the telephone that this school has of a student; never an administrator's. Other schools keep theirs, and the student may change them again",
    access: 'admin',
    may: 'students',
    params: LinkParams,
    body: StudentContact,
    response: Done,
  }),
  confirmEmail: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:link/confirm-email',
    summary: 'Call an e-mail of a student right although it looks mistyped; another one is asked about again',
    access: 'admin',
    may: 'students',
    params: LinkParams,
    body: z.object({ email: Email }),
    response: Done,
  }),
  addToCohort: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/add/:classId',
    summary:
      'Add a student of the school to a class, with the data that the school has; doing it twice changes nothing',
    access: 'admin',
    may: 'cohorts',
    rateLimit: 'mail',
    params: SchoolParams.extend({ userId: Id, classId: Id }),
    response: z.object({ alreadyEnrolled: z.boolean() }),
  }),
  removeFromCohort: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/student/:userId/remove/:classId',
    summary: 'Take a student out of a class',
    access: 'admin',
    may: 'cohorts',
    params: SchoolParams.extend({ userId: Id, classId: Id }),
    response: Done,
  }),
  setTerm: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/term/:classId',
    summary:
      'Set until when a student has access to a class; null is for life. It goes before the terms of the class and of its integrations',
    access: 'admin',
    may: 'cohorts',
    params: SchoolParams.extend({ userId: Id, classId: Id }),
    body: NewException,
    response: z.object({ utc_ends_on: Utc.nullable() }),
  }),
  erase: defineRoute({
    method: 'DELETE',
    path: '/school/:schoolId/student/:link',
    summary:
      "Erase what the school keeps of a student; proofs of certificates and facts of sales stay without the name. Takes a fresh proof of the administrator's identity",
    access: 'admin',
    may: 'records',
    proof: 'recent',
    params: LinkParams,
    response: Done,
  }),
  updatePassword: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/update-password',
    summary:
      "Set the password by which a student enters this school, and end the sessions that the school's earlier one opened. Never an administrator's; takes a fresh proof",
    access: 'admin',
    may: 'records',
    proof: 'recent',
    params: SchoolParams.extend({ userId: Id }),
    body: StudentPassword,
    response: Done,
  }),
  updateToken: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/update-token',
    summary:
      "Make a student's access link anew, told in this answer alone; earlier links end, and so do their sessions. Never an administrator's; takes a fresh proof",
    access: 'admin',
    may: 'students',
    proof: 'recent',
    params: SchoolParams.extend({ userId: Id }),
    response: z.object({ student: Student.extend({ token: z.string() }) }),
  }),
  reissueCertificate: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/student/:userId/update-certificate',
    summary:
      'Issue the certificate of a completed course again; the earlier one is good until the new one is drawn, then stays on record',
    access: 'admin',
    may: 'certificates',
    rateLimit: 'mail',
    params: SchoolParams.extend({ userId: Id }),
    body: z.object({ degreeId: Id }),
    response: z.object({ certificate: z.object({ id: Id, number: z.number().int() }) }),
  }),
  resendLink: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/resend-student-link',
    summary:
      "Send the student's link again: by e-mail, where they choose a password of their own, or by SMS, which carries a new access link, so that earlier ones end. An SMS takes a fresh proof, and the number with its country until the school has confirmed it",
    access: 'admin',
    may: 'students',
    proof: 'sometimes',
    rateLimit: 'mail',
    params: SchoolParams,
    body: z.object({ email: Email, cellphone: Cellphone.optional(), type: z.enum(['email', 'sms']) }),
    response: Done,
  }),
}
