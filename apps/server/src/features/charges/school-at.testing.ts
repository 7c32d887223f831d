import type { PlanId } from '@escola/contract/prices'
import { neverStops } from '../../testing/jobs.ts'
import type { World } from '../../testing/world.ts'
import { endGrants, giveGrants } from '../enrollments/enrollments.service.ts'
import { changePlan, recordBlock } from '../plans/plans.service.ts'
import { runCharges } from './charges-run.service.ts'

type Source = 'manual' | 'public-class' | 'sale'

/** Makes a school whose clock the test sets, with a class. */
export async function makeSchoolAt(w: World, start: string) {
  const school = await w.makeSchool('Cobranças')
  const cohort = await school.make.cohort()
  let moment = new Date(start)
  const tools = { ...w.tools, now: () => moment }
  const join = (
    people: { userId: string; name: string; email: string }[],
    source: Source = 'sale',
    cohortId = cohort.id,
  ) =>
    school.tx((db) =>
      giveGrants(
        db,
        people.map((person) => ({ cohortId, student: { ...person, cellphone: '' }, source })),
        tools,
        { mayOwe: source !== 'manual' },
      ),
    )
  const makeStudents = (count: number) => Promise.all(Array.from({ length: count }, () => school.make.student()))
  const cents = async () =>
    Number(
      (await school.tx((db) => db.selectFrom('school_bank').select('balance_cents').executeTakeFirst()))
        ?.balance_cents ?? 0,
    )
  return {
    school,
    cohort,
    tools,
    join,
    makeStudents,
    cents,
    joinNew: async (count: number, source?: Source, cohortId?: string) => {
      const students = await makeStudents(count)
      await join(students, source, cohortId)
      return students
    },
    at: (next: string) => {
      moment = new Date(next)
    },
    run: (atOnce?: number) => runCharges(school, undefined, tools, neverStops, atOnce),
    plan: (id: PlanId) => school.tx((db) => changePlan(db, id, tools)),
    block: (isBlocked: boolean) => school.tx((db) => recordBlock(db, isBlocked, tools)),
    leave: (userId: string) => school.tx((db) => endGrants(db, { userId }, { why: 'removed_by_school' }, tools)),
  }
}
