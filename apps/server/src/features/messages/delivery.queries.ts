import type { MailedLink } from '@escola/contract/sessions.contract'
import { isClaimed, type PlatformDb, type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { MessageKind } from './message-kinds.ts'

export interface ClaimedMessage {
  id: string
  userId: string
  kind: MessageKind
  params: unknown
  name: string
  email: string
  tries: number
  addressRefusals: number
  createdOn: Date
  worthUntil: Date | null
}

export interface Claim {
  runId: string
  now: Date
  /** Moment at which a probe that has not ended is over: no job has its mail, so the clock keeps it. null: the run is no probe. */
  probeEndsOn: Date | null
}

/**
 * Takes what is not sent yet. What another run took and did not finish is taken from it. A mail that was put off is left to its moment, unless
 * it is a probe.
 */
export async function claimMessages(
  db: SchoolDb,
  ids: string[],
  { runId, now, probeEndsOn }: Claim,
): Promise<ClaimedMessage[]> {
  const { rows } = await sql<ClaimedMessage>`
    update messages t set status = 'sending', run_id = ${runId},
      utc_try_on = case when t.utc_try_on is not null then ${probeEndsOn}::timestamptz end
    from memberships m
    where t.school_id = ${thisSchool} and t.id = any (${ids}::bigint[]) and t.status in ('pending', 'sending')
      and (${probeEndsOn !== null}::boolean or t.utc_try_on is null or t.utc_try_on <= ${now}::timestamptz)
      and m.school_id = ${thisSchool} and m.user_id = t.user_id
    returning t.id, t.user_id as "userId", t.kind, t.params, m.name, m.email, t.tries, t.address_refusals as "addressRefusals",
      t.utc_created_on as "createdOn", t.utc_worth_until as "worthUntil"`.execute(db)
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}

export const getSender = (db: SchoolDb) =>
  db
    .selectFrom('schools')
    .select(['name', 'email', 'namespace', 'domain', 'use_own_domain', 'is_domain_broken', 'ui_theme'])
    .select(['is_blocked', 'blocked_reason'])
    .select(({ fn }) => [
      fn.coalesce('logo_wide_key', 'logo_square_key').as('logo_key'),
      fn.coalesce('logo_dark_wide_key', 'logo_dark_square_key').as('logo_dark_key'),
    ])
    .executeTakeFirstOrThrow()

export interface CohortCourse {
  title: string
  cover_key: string | null
}

/** Classes, and the published courses that each opens. */
export async function listCohorts(db: SchoolDb, ids: string[]) {
  const { rows } = await sql<{ id: string; title: string; courses: CohortCourse[] }>`
    select h.id, h.title,
      (select coalesce(json_agg(json_build_object('title', c.title, 'cover_key', c.cover_key) order by c.title), '[]')
        from cohort_openings o join courses c on c.school_id = ${thisSchool} and c.id = o.course_id
        where o.school_id = ${thisSchool} and o.cohort_id = h.id) as courses
    from cohorts h where h.school_id = ${thisSchool} and h.id = any (${ids}::bigint[])`.execute(db)
  return rows
}

/** Ends of the access of students to classes, by message; students who have left are not listed. */
export async function listEnds(db: SchoolDb, mails: { id: string; userId: string; cohortId: string }[]) {
  const { rows } = await sql<{ message_id: string; ends_on: Date | null }>`
    select n.message_id, e.utc_ends_on as ends_on
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ userId }) => userId)}::bigint[],
      ${mails.map(({ cohortId }) => cohortId)}::bigint[]) as n (message_id, user_id, cohort_id)
    join enrollments e on e.school_id = ${thisSchool} and e.cohort_id = n.cohort_id and e.user_id = n.user_id`.execute(
    db,
  )
  return rows
}

export interface EndedAccess {
  message_id: string
  cohort_title: string
  source: string
  ended_why: string
  utc_ended_on: Date
}

/** The latest end of each student's access to a class, by message; those who are in the class are not listed. */
export async function listEndedAccess(
  db: SchoolDb,
  mails: { id: string; userId: string; cohortId: string }[],
): Promise<EndedAccess[]> {
  const { rows } = await sql<EndedAccess>`
    select n.message_id, coalesce(h.title, g.cohort_title, '') as cohort_title, g.source, g.ended_why, g.utc_ended_on
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ userId }) => userId)}::bigint[],
      ${mails.map(({ cohortId }) => cohortId)}::bigint[]) as n (message_id, user_id, cohort_id)
    join lateral (
      select g.cohort_title, g.source, g.ended_why, g.utc_ended_on from enrollment_grants g
      where g.school_id = ${thisSchool} and g.cohort_id = n.cohort_id and g.user_id = n.user_id and g.utc_ended_on is not null
      order by g.utc_ended_on desc, g.id desc limit 1) g on true
    left join cohorts h on h.school_id = ${thisSchool} and h.id = n.cohort_id
    left join enrollments e on e.school_id = ${thisSchool} and e.cohort_id = n.cohort_id and e.user_id = n.user_id
    where e.user_id is null`.execute(db)
  return rows
}

export const listCertificates = (db: SchoolDb, ids: string[]) =>
  db
    .selectFrom('certificates as t')
    .leftJoin('certificate_records as r', (join) =>
      join.onRef('r.school_id', '=', 't.school_id').onRef('r.id', '=', 't.record_id'),
    )
    .select(['t.id', 't.code', 't.utc_issued_on', 'r.utc_revoked_on', 'r.revoked_why'])
    .select(sql<string>`t.facts ->> 'student_name'`.as('student_name'))
    .select(sql<string[]>`array(select c ->> 'title' from jsonb_array_elements(t.facts -> 'courses') c)`.as('courses'))
    .where('t.id', 'in', ids)
    .execute()
export type IssuedCertificate = Awaited<ReturnType<typeof listCertificates>>[number]

export interface AnswerRow {
  message_id: string
  /** Name of who answered; null once they have left the school. */
  answered_by: string | null
  question: string
  answer: string
  course_id: string
  course_title: string
  course_link: string
  lesson_id: string
  lesson_title: string
  lesson_link: string
}

/** Answers that mails tell of, each with its question; a mail that names no answer tells the school's latest one. */
export async function listAnswers(
  db: SchoolDb,
  mails: { id: string; threadId: string; replyId: string | undefined }[],
): Promise<AnswerRow[]> {
  const { rows } = await sql<AnswerRow>`
    select n.message_id, a.name as answered_by, t.message as question, r.message as answer, c.id as course_id, c.title as course_title, c.link as course_link,
      l.id as lesson_id, l.title as lesson_title, l.link as lesson_link
    from unnest(${mails.map(({ id }) => id)}::bigint[], ${mails.map(({ threadId }) => threadId)}::bigint[],
      ${mails.map(({ replyId }) => replyId ?? null)}::bigint[]) as n (message_id, thread_id, reply_id)
    join threads t on t.school_id = ${thisSchool} and t.id = n.thread_id
    join lessons l on l.school_id = ${thisSchool} and l.id = t.lesson_id
    join courses c on c.school_id = ${thisSchool} and c.id = t.course_id
    join lateral (
      select message, user_id from thread_replies
      where school_id = ${thisSchool} and thread_id = t.id and is_admin and (n.reply_id is null or id = n.reply_id)
      order by id desc limit 1
    ) r on true
    left join memberships a on a.school_id = ${thisSchool} and a.user_id = r.user_id`.execute(db)
  return rows
}

export interface OpenedModule {
  id: string
  title: string
  course_id: string
  course_title: string
  course_link: string
  cover_key: string | null
  /** Its first lesson, and the first one that takes no class of the student's own; a module without lessons for students is not listed. */
  lesson_link: string
  public_lesson_link: string | null
}

/** Modules of published courses, by course and in their order. */
export async function listOpenedModules(db: SchoolDb, ids: string[]): Promise<OpenedModule[]> {
  const { rows } = await sql<OpenedModule>`
    select m.id, m.title, m.course_id, c.title as course_title, c.link as course_link, c.cover_key,
      p.links[1] as lesson_link, p.public_links[1] as public_lesson_link
    from modules m
    join courses c on c.school_id = ${thisSchool} and c.id = m.course_id and c.utc_published_on is not null
    join (select p.module_id, min(p.module_position) as position, array_agg(l.link order by p.lesson_position) as links,
        array_agg(l.link order by p.lesson_position) filter (where not p.is_private) as public_links
      from published_lessons p join lessons l on l.school_id = ${thisSchool} and l.id = p.lesson_id
      where p.school_id = ${thisSchool} and p.module_id = any (${ids}::bigint[]) group by p.module_id) p on p.module_id = m.id
    where m.school_id = ${thisSchool} and m.id = any (${ids}::bigint[])
    order by c.title, c.id, p.position`.execute(db)
  return rows
}

/** Courses that these students have at this moment; is_own: by a class other than the public one. */
export async function listHeldCourses(db: SchoolDb, userIds: string[], courseIds: string[]) {
  const { rows } = await sql<{ user_id: string; course_id: string; is_own: boolean }>`
    select user_id, course_id, bool_or(is_own) as is_own from course_openings
    where school_id = ${thisSchool} and user_id = any (${userIds}::bigint[]) and course_id = any (${courseIds}::bigint[])
    group by user_id, course_id`.execute(db)
  return rows
}

export const listMembers = (db: SchoolDb, userIds: string[]) =>
  db.selectFrom('memberships').select(['user_id', 'name', 'email']).where('user_id', 'in', userIds).execute()

/** @returns whether the message was still this run's; otherwise another run has it and those after it */
export async function markMessageSent(db: SchoolDb, id: string, runId: string, now: Date): Promise<boolean> {
  const message = await db
    .updateTable('messages')
    .set({
      status: 'sent',
      outcome: null,
      last_error: null,
      utc_sent_on: now,
      utc_try_on: null,
      // A job that gave the mail up meanwhile was wrong.
      utc_undelivered_on: null,
    })
    .where('id', '=', id)
    .returning('run_id')
    .executeTakeFirst()
  return message?.run_id === runId
}

/** Marks a mail whose news is gone; it doesn't count as undelivered. */
export const markMessageGone = (db: SchoolDb, id: string, reason: string) =>
  db
    .updateTable('messages')
    .set({ status: 'failed', outcome: 'gone', utc_try_on: null, last_error: reason.slice(0, 500) })
    .where('id', '=', id)
    .where('status', 'in', ['pending', 'sending'])
    .execute()

export interface Account {
  hasPassword: boolean
  isClaimed: boolean
  createdOn: Date
}

/** Finds what the mails to these users depend on, by user. */
export async function findAccounts(db: PlatformDb, userIds: string[]): Promise<Map<string, Account>> {
  const { rows } = await sql<Account & { id: string }>`
    select u.id, u.password_hash is not null as "hasPassword", ${isClaimed} as "isClaimed", u.utc_created_on as "createdOn"
    from users u where u.id = any (${userIds}::bigint[])`.execute(db)
  return new Map(rows.map(({ id, ...account }) => [id, account]))
}

export interface NewEmailToken {
  hash: string
  purpose: MailedLink['purpose']
  userId: string
  /** Passkey that the link is about. */
  passkeyId: string | null
  expiresOn: Date
}

/** A mail that is sent again keeps its link. A way in lives from the latest sending: until then it was not read. */
export async function insertEmailTokens(db: PlatformDb, schoolId: string, tokens: NewEmailToken[]): Promise<void> {
  await sql`
    insert into email_tokens (token_hash, purpose, user_id, passkey_id, school_id, utc_expires_on)
    select t.hash, t.purpose, t.user_id, t.passkey_id, ${schoolId}::bigint, t.expires_on
    from unnest(${tokens.map((each) => each.hash)}::text[], ${tokens.map((each) => each.purpose)}::text[],
      ${tokens.map((each) => each.userId)}::bigint[], ${tokens.map((each) => each.passkeyId)}::text[],
      ${tokens.map((each) => each.expiresOn.toISOString())}::timestamptz[])
      as t (hash, purpose, user_id, passkey_id, expires_on)
    on conflict (token_hash) do update set utc_expires_on = excluded.utc_expires_on where email_tokens.utc_used_on is null`.execute(
    db,
  )
}
