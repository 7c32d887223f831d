import { type RawBuilder, sql } from 'kysely'
import { thisSchool } from './name-school.ts'

/** Pattern that students meet who are searched for, or their ids where an index has found them; namePattern looks at their names alone. */
export type MemberSearch = { pattern: string } | { ids: string[] } | { namePattern: string }

/** Condition of the memberships `m` that a search finds. */
export const meetsSearch = (search: MemberSearch): RawBuilder<boolean> =>
  'ids' in search
    ? sql`m.user_id = any(${search.ids}::bigint[])`
    : 'namePattern' in search
      ? sql`(' ' || app.fold(m.name)) like app.fold(${search.namePattern})`
      : sql`m.folded like app.fold(${search.pattern})`

/** Condition of the rows `p` of course_progress whose course is under way or completed: a student who has only opened a lesson has no progress in it. */
export const hasBegun: RawBuilder<boolean> = sql`(p.utc_completed_on is not null or exists (select from lesson_completions d
  where d.school_id = ${thisSchool} and d.user_id = p.user_id and d.course_id = p.course_id))`

/**
 * Condition of the users `u` whose account is theirs by now, so that recovery is their way to another password. Without a password it is so while
 * there is a second factor or a passkey: an invitation asks for none of them.
 */
export const isClaimed: RawBuilder<boolean> = sql`(u.password_hash is not null and u.utc_email_confirmed_on is not null
  or exists (select from second_factors f where f.user_id = u.id and f.utc_confirmed_on is not null)
  or exists (select from passkeys k where k.user_id = u.id))`

/**
 * Condition of a membership `m` whose telephone has no country that can be known. One that no process of this release has written yet is read by a
 * pattern.
 * @param known pattern of the texts that say their country
 */
export const isWithoutCountry = (known: string): RawBuilder<boolean> => sql<boolean>`m.cellphone <> ''
  and case when m.phone_read_from = m.cellphone then m.phone_e164 is null else m.cellphone !~ ${known}::text end`

/** Filter of the bank of questions; '' asks for all. */
interface BankFilter {
  tag: string
  kind: string
  difficulty: string
  /** Id of a course, or 'school' for questions of no course. */
  degree: string
}

/** Condition of the questions `q` of the bank that a filter finds: the list and the draws of exams find the same. */
export function meetsBankFilter({ tag, kind, difficulty, degree }: BankFilter): RawBuilder<boolean> {
  const conditions = [
    tag !== '' && sql`${tag}::text = any(q.tags)`,
    kind !== '' && sql`q.kind = ${kind}::text`,
    difficulty !== '' && sql`q.difficulty = ${difficulty}::text`,
    degree === 'school' && sql`q.course_id is null`,
    degree !== '' && degree !== 'school' && sql`q.course_id = ${degree}::bigint`,
  ].filter((condition) => condition !== false)
  return conditions.length > 0 ? sql<boolean>`(${sql.join(conditions, sql` and `)})` : sql<boolean>`true`
}

/**
 * Condition of the questions `q` that the assessment of a lesson names, or may still ask.
 * @param used id of the lesson, or 'none' for questions of no assessment
 */
export function isUsedIn(used: string): RawBuilder<boolean> {
  const ofLesson = used === 'none' ? sql`` : sql`and e.lesson_id = ${used}::bigint`
  return sql<boolean>`q.id ${used === 'none' ? sql`not in` : sql`in`} (
    select p.question_id from exams e join exam_publication_questions p on p.school_id = e.school_id and p.exam_id = e.id
    where e.school_id = ${thisSchool} ${ofLesson}
    union all
    select (part.value ->> 'question')::bigint from exams e cross join lateral jsonb_array_elements(e.plan -> 'parts') part
    where e.school_id = ${thisSchool} and part.value ->> 'kind' = 'fixed' ${ofLesson})`
}
