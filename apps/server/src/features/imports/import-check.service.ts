import { suggestEmail } from '@escola/contract/email-typos'
import { type CheckedLine, checkImportRow, type ImportCheck, type ImportRow } from '@escola/contract/imports.contract'
import { moneyOf } from '@escola/contract/money'
import { cleanEmail } from '@escola/contract/people'
import type { SchoolDb } from '@escola/db'
import { notFound } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import type { Tools } from '../../core/tools.ts'
import { quoteStudents, requireQuote } from '../charges/student-charges.service.ts'
import { noticeKey } from '../enrollments/enrollments.service.ts'
import { foretellRefusals } from '../enrollments/seats.service.ts'
import { countWritable } from '../messages/messages.service.ts'
import { findByOtherEmails } from '../people/people.service.ts'
import { findCohortId, findMembers } from './imports.queries.ts'

interface Checked {
  line: CheckedLine
  /** E-mail of a row that is not refused. */
  email?: string
}

/** Gives each row its verdict and counts the mails, as the import would; nothing is written. People of other schools count as new. */
export function checkImport(
  school: School,
  { cohortId, rows }: { cohortId: string; rows: ImportRow[] },
  tools: Pick<Tools, 'now' | 'billing'>,
): Promise<ImportCheck> {
  const seen = new Set<string>()
  const checked = rows.map((row) => checkRow(row, seen))
  return school.tx(async (db) => {
    if (!(await findCohortId(db, cohortId))) throw notFound()
    const { ownOf, members, unknown, turnedAway } = await findPeople(db, cohortId, seen, tools)
    for (const { line, email } of checked) {
      if (email === undefined) continue
      const member = members.get(ownOf(email))
      if (member) line.verdict = member.enrolled ? 'here' : 'known'
      const reason = turnedAway.get(ownOf(email))
      if (reason) Object.assign(line, { verdict: 'refused', reason } satisfies Partial<CheckedLine>)
    }
    const joining = [...members.values()]
      .filter((member) => !member.enrolled)
      .map(({ userId }) => ({ userId, dedupeKey: noticeKey(cohortId, userId) }))
    const notices = await countWritable(db, 'enrollment', joining, tools)
    const { cents, missing } = await quoteStudents(db, peopleOf({ members, unknown }), tools)
    return {
      rows: checked.map(({ line }) => line),
      mails: unknown + notices,
      cost: moneyOf(cents),
      missing: moneyOf(missing),
    }
  })
}

/** Refuses an import that would cost more than the school has: all of its rows or none. */
export async function requireCost(
  db: SchoolDb,
  { cohortId, emails }: { cohortId: string; emails: Set<string> },
  tools: Pick<Tools, 'now' | 'billing'>,
): Promise<void> {
  if (tools.billing.isOn) await requireQuote(db, peopleOf(await findPeople(db, cohortId, emails, tools)), tools, 'file')
}

const peopleOf = ({ members, unknown }: { members: Map<string, { userId: string }>; unknown: number }) => ({
  userIds: [...members.values()].map(({ userId }) => userId),
  unknown,
})

/** Finds those of these people whom the school knows, by their own e-mails, counts the others, and puts those apart for whom the class has no place. */
async function findPeople(db: SchoolDb, cohortId: string, seen: Set<string>, tools: Pick<Tools, 'now'>) {
  const emails = [...seen]
  const [others, direct] = await Promise.all([findByOtherEmails(db, emails), findMembers(db, cohortId, emails)])
  const ownOf = (email: string) => others.get(email)?.email ?? email
  const people = [...new Set(emails.map(ownOf))]
  const beyond = [...others.values()].map(({ email }) => email).filter((email) => !seen.has(email))
  const found = beyond.length > 0 ? [...direct, ...(await findMembers(db, cohortId, beyond))] : direct
  const members = new Map(found.map((each) => [each.email, each]))
  const joining = people.filter((email) => !members.get(email)?.enrolled)
  const turnedAway = await foretellRefusals(db, cohortId, joining, tools)
  const unknown = people.filter((email) => !members.has(email) && !turnedAway.has(email)).length
  for (const email of turnedAway.keys()) members.delete(email)
  return { ownOf, members, unknown, turnedAway }
}

function checkRow(row: ImportRow, seen: Set<string>): Checked {
  const verdict = checkImportRow(row, seen)
  const suggestion = suggestEmail('row' in verdict ? verdict.row.email : cleanEmail(row.email))
  const shared = { line: row.line, ...(suggestion && { suggestion }) }
  return 'row' in verdict
    ? { line: { ...shared, verdict: 'new' }, email: verdict.row.email }
    : { line: { ...shared, verdict: 'refused', reason: verdict.reason } }
}
