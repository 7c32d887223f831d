import { suggestEmail } from '@escola/contract/email-typos'
import { type CheckedLine, checkImportRow, type ImportCheck, type ImportRow } from '@escola/contract/imports.contract'
import { moneyOf } from '@escola/contract/money'
import { cleanEmail, isEmail } from '@escola/contract/people'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { BillingTools, Clock } from '../../core/tools.ts'
import { quoteStudents, requireQuote } from '../charges/quotes.service.ts'
import { noticeKey } from '../enrollments/enrollments.service.ts'
import { predictRefusalsOfNewcomers } from '../enrollments/seats.service.ts'
import { countWritable } from '../messages/messages.service.ts'
import { followMerges } from '../people/merged.service.ts'
import { findByOtherEmails } from '../people/people.service.ts'
import { findCohortId, listEnrolled, listMembers } from './imports.queries.ts'

interface Checked {
  line: CheckedLine
  /** E-mail of a row that is not refused. */
  email?: string
}

/** Id that stands for a class that is not made yet. */
const newCohortId = '0'

/** Gives each row its verdict and counts the mails, as the import would; nothing is written. People of other schools count as new. */
export function checkImport(
  school: School,
  { cohortId = newCohortId, rows }: { cohortId?: string | undefined; rows: ImportRow[] },
  tools: BillingTools,
): Promise<ImportCheck> {
  const seen = new Set<string>()
  const checked = rows.map((row) => checkRow(row, seen))
  return school.tx(async (db) => {
    if (cohortId !== newCohortId && !(await findCohortId(db, cohortId))) throw notFound()
    const { nameOf, known, enrolled, unknown, turnedAway } = await findPeople(db, cohortId, seen, tools)
    for (const { line, email } of checked) {
      if (email === undefined) continue
      const name = nameOf(email)
      if (known.has(name)) line.verdict = enrolled.has(name) ? 'here' : 'known'
      const reason = turnedAway.get(name)
      if (reason) Object.assign(line, { verdict: 'refused', reason } satisfies Partial<CheckedLine>)
    }
    const joining = [...known].filter((userId) => !enrolled.has(userId))
    const mails = joining.map((userId) => ({ userId, dedupeKey: noticeKey(cohortId, userId, tools.now()) }))
    const notices = await countWritable(db, 'enrollment', mails, tools)
    const quote = async (userIds: string[]) => {
      const { cents, missing } = await quoteStudents(db, { cohortId, userIds, unknown }, tools)
      return { cost: moneyOf(cents), missing: moneyOf(missing) }
    }
    return {
      rows: checked.map(({ line }) => line),
      mails: unknown + notices,
      ...(await quote(joining)),
      renewing: await quote([...known]),
    }
  })
}

/** Refuses an import that would cost more than the school has: all of its rows or none. */
export async function requireCost(
  db: SchoolDb,
  { cohortId, renews, emails }: { cohortId: string; renews: boolean; emails: Set<string> },
  tools: BillingTools,
): Promise<void> {
  if (!tools.billing.isOn) return
  const { known, enrolled, unknown } = await findPeople(db, cohortId, emails, tools)
  const userIds = [...known].filter((userId) => renews || !enrolled.has(userId))
  requireQuote(await quoteStudents(db, { cohortId, userIds, unknown, begins: true }, tools), 'file')
}

/**
 * Finds the students whom these e-mails lead to, as the import would, counts the people whom the school does not know, and puts those apart for whom
 * the class has no place. A student goes by their id, a person whom the school does not know by their e-mail.
 */
async function findPeople(db: SchoolDb, cohortId: string, seen: Set<string>, tools: Clock) {
  const emails = [...seen]
  const [others, members] = await Promise.all([findByOtherEmails(db, emails), listMembers(db, emails)])
  const idOf = new Map(
    [...others, ...members.map((each) => [each.email, each] as const)].map(([email, { userId }]) => [email, userId]),
  )
  const followed = await followMerges(db, [...idOf.values()])
  const known = new Set(followed.values())
  const enrolled = new Set(await listEnrolled(db, cohortId, [...known]))
  const nameOf = (email: string) => followed.get(idOf.get(email) ?? '') ?? email
  const people = [...new Set(emails.map(nameOf))]
  const joining = people.filter((name) => !enrolled.has(name))
  const turnedAway = await predictRefusalsOfNewcomers(db, cohortId, joining, tools)
  for (const name of turnedAway.keys()) known.delete(name)
  const unknown = people.filter((name) => !known.has(name) && !turnedAway.has(name)).length
  return { nameOf, known, enrolled, unknown, turnedAway }
}

function checkRow(row: ImportRow, seen: Set<string>): Checked {
  const verdict = checkImportRow(row, seen)
  const suggestion = suggestRowEmail(row, verdict)
  const shared = { line: row.line, ...(suggestion && { suggestion }) }
  return 'row' in verdict
    ? { line: { ...shared, verdict: 'new' }, email: verdict.row.email }
    : { line: { ...shared, verdict: 'refused', reason: verdict.reason } }
}

/** A blank inside an address is asked about: only where one reading alone makes an address, that one is proposed. */
function suggestRowEmail(row: ImportRow, verdict: ReturnType<typeof checkImportRow>): string | undefined {
  if ('row' in verdict) return suggestEmail(verdict.row.email)
  const email = cleanEmail(row.email)
  if (verdict.reason !== 'blank_in_email') return suggestEmail(email)
  const words = row.email.trim().split(/\s+/)
  const last = cleanEmail(words.at(-1)!)
  const meant = isEmail(last) ? (words.length > 2 ? last : undefined) : isEmail(email) ? email : undefined
  return meant && (suggestEmail(meant) ?? meant)
}
