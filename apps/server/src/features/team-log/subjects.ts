import type { SubjectKind } from '@escola/contract/team-log.contract'
import type { SchoolDb } from '@escola/db'
import type { CallInput } from '../../http/team-log.ts'
import * as queries from './subjects.queries.ts'

/** Thing that a change is about. People have no title: their name is read with the line. */
export interface Subject {
  kind: SubjectKind
  id: string
  title: string
  userId?: string
}

type Find = (db: SchoolDb, value: string) => Promise<Subject | undefined>

const person =
  (kind: 'student' | 'member', column: queries.PersonColumn): Find =>
  async (db, value) => {
    const userId = await queries.findPerson(db, column, value)
    return userId === undefined ? undefined : { kind, id: userId, title: '', userId }
  }
const titled =
  (kind: SubjectKind, table: queries.TitledTable, column: 'id' | 'link' = 'id'): Find =>
  async (db, value) => {
    const row = await queries.findTitle(db, table, column, value)
    return row && { kind, ...row }
  }
const numbered =
  (kind: SubjectKind): Find =>
  async (_, id) => ({ kind, id, title: '' })

interface Place {
  /** Names of the changes, and the parameter or field of the body that names the subject. */
  in: RegExp
  field: string
  find: Find
}

/** The first place that a change fits names its subject. */
const places: Place[] = [
  { in: /^administrators\./, field: 'user_id', find: person('member', 'user_id') },
  { in: /^administrators\./, field: 'email', find: person('member', 'email') },
  { in: /^(students|merges|timeline|studentViews)\./, field: 'link', find: person('student', 'link') },
  { in: /^students\.resendLink$/, field: 'email', find: person('student', 'email') },
  { in: /^(students|otherEmails|examExceptions)\./, field: 'userId', find: person('student', 'user_id') },
  { in: /^(calendars|purchases)\./, field: 'userId', find: person('student', 'user_id') },
  { in: /^purchases\./, field: 'user_id', find: person('student', 'user_id') },
  { in: /^threads\./, field: 'threadId', find: async (db, id) => asker(db, id) },
  { in: /^(examOpenAnswers|examResults)\./, field: 'attemptId', find: async (db, id) => examinee(db, id) },
  { in: /^lessons\.save$/, field: 'lessonLink', find: titled('lesson', 'lessons', 'link') },
  { in: /^(exams|examResults)\./, field: 'lessonId', find: titled('lesson', 'lessons') },
  { in: /^(courses|coursePages|lessonOrder|editions)\./, field: 'link', find: titled('course', 'courses', 'link') },
  { in: /^lessons\./, field: 'courseLink', find: titled('course', 'courses', 'link') },
  { in: /^(courses\.remove|copies\.course)$/, field: 'id', find: titled('course', 'courses') },
  { in: /^(cohorts|calendars|moves|renewals)\./, field: 'id', find: titled('cohort', 'cohorts') },
  { in: /^certificateIssues\./, field: 'id', find: async (db, id) => holder(db, id) },
  {
    in: /^certificate(Templates|Reissues)\./,
    field: 'id',
    find: titled('certificate_template', 'certificate_templates'),
  },
  { in: /^exam(Questions|Corrections)\./, field: 'id', find: numbered('exam_question') },
  { in: /^(salesAccounts|fieldMappings)\./, field: 'id', find: titled('sales_account', 'sales_accounts') },
  { in: /^sales\./, field: 'id', find: numbered('sale') },
  { in: /^affiliates\./, field: 'planId', find: titled('affiliate_plan', 'affiliate_plans') },
  { in: /^pages\./, field: 'page', find: async (_, page) => ({ kind: 'page', id: page, title: page }) },
]

async function asker(db: SchoolDb, threadId: string): Promise<Subject | undefined> {
  const userId = await queries.findAsker(db, threadId)
  return userId === undefined ? undefined : { kind: 'student', id: userId, title: '', userId }
}
async function examinee(db: SchoolDb, attemptId: string): Promise<Subject | undefined> {
  const userId = await queries.findExaminee(db, attemptId)
  return userId === undefined ? undefined : { kind: 'student', id: userId, title: '', userId }
}
async function holder(db: SchoolDb, certificateId: string): Promise<Subject | undefined> {
  const userId = await queries.findHolder(db, certificateId)
  return userId === undefined ? undefined : { kind: 'certificate', id: certificateId, title: '', userId }
}

/** Finds what a change is about; undefined where it is about the school, or about nothing that is there. */
export async function findSubject(
  db: SchoolDb,
  change: string,
  { params, body }: CallInput,
): Promise<Subject | undefined> {
  const named = { ...(body && typeof body === 'object' ? (body as Record<string, unknown>) : {}), ...params }
  for (const { in: fits, field, find } of places) {
    const value = named[field]
    if (fits.test(change) && typeof value === 'string' && value !== '') return find(db, value)
  }
  return undefined
}
