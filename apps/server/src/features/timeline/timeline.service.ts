import { accountMailNames } from '@escola/contract/mail-names'
import { plainCode } from '@escola/contract/sales'
import { pendingSaleStates, type SaleState } from '@escola/contract/sales.contract'
import {
  type AccessAnswer,
  shownMessageKinds,
  type TimelineEvent,
  type TimelinePart,
  timelineLimits,
} from '@escola/contract/timeline.contract'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { listEmailsOf } from '../people/members.service.ts'
import { listMergedInto } from '../people/merged.service.ts'
import * as access from './access.queries.ts'
import { listExamEvents } from './exam-events.service.ts'
import * as study from './study.queries.ts'
import * as queries from './timeline.queries.ts'

/** Answers for each class why a student has, or has not, access to it. */
export const explainStudent = (school: School, { link }: { link: string }, { now }: Clock) =>
  school.tx(async (db) => {
    const student = await openStudent(db, link)
    const rows = await access.listAnswers(db, student.user_id, now(), timelineLimits.classes)
    const left = await access.listLeftByMove(db, student.user_id, timelineLimits.classes)
    // A class that the student came back to, or never left wholly, answers for itself.
    const answered = new Map(rows.map((row) => [row.cohort_id, row]))
    const moved = left.filter(({ cohort_id, moved_on }) => {
      const row = answered.get(cohort_id)
      return !row || (row.ended_on !== null && row.ended_on <= moved_on)
    })
    const movedIds = new Set(moved.map(({ cohort_id }) => cohort_id))
    const kept = rows.filter(({ cohort_id }) => !cohort_id || !movedIds.has(cohort_id))
    return {
      answers: [...kept.map(toAnswer), ...moved.map(toMovedAnswer)],
      pending_sales: await access.countSales(db, student, pendingSaleStates),
    }
  })

async function openStudent(db: SchoolDb, link: string): Promise<access.Student> {
  const student = await access.findStudent(db, link)
  if (!student) throw notFound()
  const merged = await listMergedInto(db, student.user_id)
  const userIds = [student.user_id, ...merged.map(({ userId }) => userId)]
  const emails: string[] = []
  for (const userId of userIds) emails.push(...(await listEmailsOf(db, userId)))
  return { ...student, userIds, emails }
}

const toAnswer = (row: access.AnswerRow): AccessAnswer => ({
  school_gateway_id: row.is_hidden ? null : row.cohort_id,
  title: row.title,
  source: row.source,
  platform: row.platform,
  purchase_code: row.transaction,
  filename: row.filename,
  line: row.line,
  given_by: row.given_by,
  utc_since: row.since.toISOString(),
  utc_ends_on: row.ends_on?.toISOString() ?? null,
  utc_ended_on: row.ended_on?.toISOString() ?? null,
  ended_why: row.ended_why,
  ended_by: row.ended_by,
  moved_to: '',
  opens: row.opens,
  is_hidden: row.is_hidden,
})

const toMovedAnswer = (row: access.LeftByMove): AccessAnswer => ({
  school_gateway_id: row.is_hidden ? null : row.cohort_id,
  title: row.title,
  source: '',
  platform: '',
  purchase_code: '',
  filename: '',
  line: null,
  given_by: '',
  utc_since: row.moved_on.toISOString(),
  utc_ends_on: null,
  utc_ended_on: row.moved_on.toISOString(),
  ended_why: 'moved',
  ended_by: row.moved_by,
  moved_to: row.moved_to,
  opens: 0,
  is_hidden: row.is_hidden,
})

interface TimelineAsked {
  link: string
  part: '' | TimelinePart
  before: string
}

/** A part of a student's events, newest first. */
export const listTimeline = (school: School, { link, part, before }: TimelineAsked) =>
  school.tx(async (db) => {
    const student = await openStudent(db, link)
    const { perPage } = timelineLimits
    const [moment, key] = before.split(' ') as [string, string]
    const asked = { behind: before ? { moment, key } : undefined, limit: perPage + 1 }
    const events: TimelineEvent[] = []
    const shows = (each: TimelinePart) => part === '' || part === each
    if (shows('access')) {
      events.push(...(await queries.listGrantEvents(db, student, asked)).map(toGrantEvent))
      events.push(
        ...(await queries.listEntered(db, student, asked)).map((row) => ({ kind: 'entered' as const, ...common(row) })),
      )
      events.push(...(await queries.listMergeEvents(db, student, asked)).map(toMergeEvent))
      events.push(...(await queries.listTermEvents(db, student, asked)).map(toTermEvent))
      events.push(...(await queries.listTermChanges(db, student, asked)).map(toTermChange))
    }
    if (shows('study')) {
      events.push(...(await study.listLessonEvents(db, student, asked)).map(toLessonEvent))
      events.push(...(await study.listCourseEvents(db, student, asked)).map(toCourseEvent))
      events.push(...(await listExamEvents(db, student, asked)))
    }
    if (shows('questions')) events.push(...(await study.listQuestions(db, student, asked)).map(toQuestionEvent))
    if (shows('sales')) {
      events.push(...(await queries.listSaleEvents(db, student, asked)).map(toSaleEvent))
      events.push(...(await queries.listGivings(db, student, asked)).map(toGivingEvent))
    }
    if (shows('messages'))
      events.push(...(await queries.listMessageEvents(db, student, shownMessageKinds, asked)).map(toMessageEvent))
    events.sort(newestFirst)
    const shown = events.slice(0, perPage)
    const last = shown.at(-1)
    return { events: shown, next: events.length > perPage && last ? `${last.utc_on} ${last.key}` : '' }
  })

/** The order that the queries have: moments, then keys by their characters' codes. */
function newestFirst(a: TimelineEvent, b: TimelineEvent): number {
  if (a.utc_on !== b.utc_on) return a.utc_on < b.utc_on ? 1 : -1
  return a.key < b.key ? 1 : -1
}

const common = ({ key, moment }: { key: string; moment: Date }) => ({ key, utc_on: moment.toISOString() })

const toMergeEvent = (row: queries.MergeEventRow): TimelineEvent => ({
  kind: row.kind,
  ...common(row),
  goes_on: row.goes_on,
  is_correction: row.is_correction,
  other: row.other,
  by: row.by_name,
})

const toTermEvent = (row: queries.TermEventRow): TimelineEvent => ({
  kind: 'term_set',
  ...common(row),
  title: row.title,
  utc_ends_on: row.ends_on?.toISOString() ?? null,
  set_by: row.set_by,
})

const toTermChange = (row: queries.TermChangeRow): TimelineEvent => ({
  kind: 'term_changed',
  ...common(row),
  title: row.title,
  term: row.term,
  platform: row.platform,
  set_by: row.set_by,
})

const toLessonEvent = (row: study.LessonsEventRow): TimelineEvent => ({
  kind: 'lessons_completed',
  ...common(row),
  course: row.course,
  lesson: row.lesson,
  lessons: row.lessons,
})

const toCourseEvent = (row: study.CourseEventRow): TimelineEvent => ({
  kind: 'course_completed',
  ...common(row),
  course: row.course,
})

const toQuestionEvent = (row: study.QuestionEventRow): TimelineEvent => ({
  kind: 'question',
  ...common(row),
  course: row.course,
  lesson: row.lesson,
  utc_answered_on: row.answered_on?.toISOString() ?? null,
})

function toGrantEvent(row: queries.GrantEventRow): TimelineEvent {
  const { kind, title, source, filename, line, by_name, has_other } = row
  const transaction = plainCode(row.platform, row.transaction)
  if (kind === 'moved') return { kind, ...common(row), title, from_title: row.from_title, moved_by: by_name }
  const ofClass = { ...common(row), title, has_other }
  if (kind === 'ended')
    return { kind, ...ofClass, source, filename, transaction, ended_why: row.ended_why, ended_by: by_name }
  const utc_since = row.since.toISOString()
  const reason = { source, platform: row.platform, filename, line, given_by: by_name, utc_since }
  return { kind, ...ofClass, ...reason, transaction, is_back: row.is_back && !has_other }
}

const toSaleEvent = (row: queries.SaleEventRow): TimelineEvent => ({
  kind: 'sale',
  ...common(row),
  platform: row.platform,
  event: row.event,
  state: row.state as SaleState,
  reason: row.reason,
  reason_detail: row.reason_detail,
  transaction: plainCode(row.platform, row.transaction),
  product_name: row.product_name,
  purchase_code: row.transaction,
})

const toGivingEvent = (row: queries.GivingRow): TimelineEvent => ({
  kind: 'purchase_given',
  ...common(row),
  platform: row.platform,
  transaction: plainCode(row.platform, row.transaction),
  is_received: row.is_received,
  other_name: row.other_name,
})

type MessageEvent = Extract<TimelineEvent, { kind: 'message' }>

const toMessageEvent = (row: queries.MessageEventRow): TimelineEvent => ({
  kind: 'message',
  ...common(row),
  message: row.message as MessageEvent['message'],
  state: stateOf(row),
  utc_sent_on: row.sent_on?.toISOString() ?? null,
})

const toldOutcomes = ['number_refused', 'unknown', 'undelivered', 'address_refused'] as const

function stateOf({ status, outcome, message }: queries.MessageEventRow): MessageEvent['state'] {
  if (status === 'sent') return 'sent'
  // Why else a mail was not sent is no news for the timeline: its news had lost its worth, or its subject was gone.
  // Schools don't see what became of mails about accounts.
  const told = message in accountMailNames ? undefined : toldOutcomes.find((each) => each === outcome)
  if (status === 'failed') return told ?? 'unsent'
  return 'waiting'
}
