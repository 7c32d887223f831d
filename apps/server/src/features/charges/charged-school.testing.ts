import type { Platform } from '@escola/db'
import { AppError } from '../../core/app-error.ts'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueueFor } from '../../jobs/enqueue.ts'
import { neverStops } from '../../testing/jobs.ts'
import { giveBalance } from '../../testing/paying.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { findTaken } from '../ledger/ledger.service.ts'
import { changePlan, recordBlock } from '../plans/plans.service.ts'
import { runCharges } from './charges-run.service.ts'
import type { ChargedSchool } from './charges-steps.testing.ts'
import { chargeSms, returnSms } from './sms-charges.service.ts'
import type { ChargeTools } from './student-charges.service.ts'

const asRefusal = (error: unknown) => {
  if (error instanceof AppError && error.code === 'balance_missing') return false
  throw error
}

interface Parts {
  school: School
  platform: Pick<Platform, 'withPlatform'>
  cohortId: string
  /** Ordered by id. */
  students: { userId: string; name: string; email: string }[]
}

/** A school in the database. Each step may be taken twice at the same moment: the second one does nothing. */
export function chargedSchool({ school, platform, cohortId, students }: Parts, tools: ChargeTools): ChargedSchool {
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
    changePlan: (id) => school.tx((db) => changePlan(db, id, tools)),
    setBlocked: (isBlocked) => school.tx((db) => recordBlock(db, isBlocked, tools)),
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
      platform.withPlatform(async (db) => {
        const now = tools.now()
        await db
          .insertInto('domain_uses')
          .values({ school_id: school.id, domain: 'cursos.example', utc_from: now })
          .onConflict((conflict) => conflict.doNothing())
          .execute()
        await enqueueFor(db, school.id, jobs.runCharges, { since: now.toISOString() })
      }),
    endDomain: () =>
      platform.withPlatform((db) =>
        db
          .updateTable('domain_uses')
          .set({ utc_until: tools.now() })
          .where('school_id', '=', school.id)
          .where('utc_until', 'is', null)
          .execute(),
      ),
    // The jobs that wait, and the clock's own: two processes may run at once, each in small batches.
    run: async () => {
      const waiting = await listJobs(school)
      const run = (since?: Date) => runCharges(school, since, tools, neverStops, 3)
      await Promise.all([run(), ...waiting.map(({ since }) => run(since))])
      await endJobs(school, waiting)
    },
  }
}

interface WaitingJob {
  id: string
  since: Date
}

const listJobs = (school: School): Promise<WaitingJob[]> =>
  school.tx(async (db) => {
    const rows = await db
      .selectFrom('outbox')
      .select(['id', 'payload'])
      .where('name', '=', jobs.runCharges.name)
      .where('utc_done_on', 'is', null)
      .execute()
    return rows.map(({ id, payload }) => ({ id, since: new Date((payload as { since: string }).since) }))
  })

const endJobs = (school: School, ended: WaitingJob[]) =>
  school.tx(async (db) => {
    for (const { id } of ended)
      await db.updateTable('outbox').set({ utc_done_on: new Date() }).where('id', '=', id).execute()
  })
