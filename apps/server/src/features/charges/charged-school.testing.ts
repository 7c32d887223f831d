import type { Platform } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { giveBalance } from '../../testing/paying.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { findTaken } from '../ledger/ledger.service.ts'
import { changePlan, noteBlock } from '../plans/plans.service.ts'
import { runCharges } from './charges-run.service.ts'
import type { ChargedSchool } from './charges-steps.testing.ts'
import { chargeSms, returnSms } from './sms-charges.service.ts'
import type { ChargeTools } from './student-charges.service.ts'

const never = new AbortController().signal

const asRefusal = (error: unknown) => {
  if (error instanceof AppError && error.code === 'balance_missing') return false
  throw error
}

interface Parts {
  school: School
  platform: Pick<Platform, 'withPlatform'>
  cohortId: string
  /** In the order of their ids. */
  students: { userId: string; name: string; email: string }[]
}

/** A school in the database. Each step may be taken twice at the same moment: the second one does nothing. */
export function chargedSchool({ school, platform, cohortId, students }: Parts, tools: ChargeTools): ChargedSchool {
  /** Moment of the oldest job that waits. */
  let since: Date | undefined
  const writesJob = async (change: () => Promise<unknown>) => {
    since ??= tools.now()
    await change()
  }
  const smsOf = (number: number) => ({ messageId: String(number), userId: students[0]!.userId })
  return {
    join: (users, mayOwe) => {
      const grants = users.map((user) => ({
        cohortId,
        student: { ...students[user]!, cellphone: '' },
        source: 'sale' as const,
      }))
      return school.tx((db) => giveGrants(db, grants, tools, { mayOwe })).then(() => true, asRefusal)
    },
    leave: (user) =>
      school.tx((db) => endGrants(db, { userId: students[user]!.userId }, { why: 'removed_by_school' }, tools)),
    changePlan: (id) => writesJob(() => school.tx((db) => changePlan(db, id, tools))),
    setBlocked: (isBlocked) => writesJob(() => school.tx((db) => noteBlock(db, isBlocked, tools))),
    pay: (cents) => giveBalance(school, cents, tools.now, `paid:${tools.now().getTime()}`),
    sendSms: (number) =>
      school
        .tx(async (db) => {
          const isKnown = (await findTaken(db, `sms:${number}`)) > 0
          if (!isKnown) await chargeSms(db, smsOf(number), tools)
        })
        .then(() => true, asRefusal),
    failSms: (number) => school.tx((db) => returnSms(db, smsOf(number), tools)),
    beginDomain: () =>
      writesJob(() =>
        platform.withPlatform((db) =>
          db
            .insertInto('domain_uses')
            .values({ school_id: school.id, domain: 'cursos.example', utc_from: tools.now() })
            .onConflict((conflict) => conflict.doNothing())
            .execute(),
        ),
      ),
    endDomain: () =>
      platform.withPlatform((db) =>
        db
          .updateTable('domain_uses')
          .set({ utc_until: tools.now() })
          .where('school_id', '=', school.id)
          .where('utc_until', 'is', null)
          .execute(),
      ),
    // Two processes may run at once, each in small batches.
    run: async () => {
      const run = () => runCharges(school, since, tools, never, 3)
      await Promise.all([run(), run()])
      since = undefined
    },
  }
}
