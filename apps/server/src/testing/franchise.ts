import { openSchool } from '../core/scope.ts'
import { affiliateHandlers } from '../features/affiliates/affiliates.jobs.ts'
import { editionHandlers } from '../features/editions/editions.jobs.ts'
import { spreadEditions } from '../features/editions/spreading.service.ts'
import { jobs } from '../jobs/catalogue.ts'
import type { World } from './world.ts'

type School = Awaited<ReturnType<World['makeSchool']>>
interface Answer {
  utc_approved_on?: Date | null
  utc_declined_on?: Date | null
}

/** Makes a plan for affiliates: of all courses, or of the listed. */
export const makePlan = (franchisor: School, courses: 'all' | { id: string }[]) =>
  franchisor.tx(async (db) => {
    const plan = await db
      .insertInto('affiliate_plans')
      .values({ title: 'Plano', all_courses: courses === 'all', utc_created_on: new Date() })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (courses !== 'all' && courses.length > 0)
      await db
        .insertInto('affiliate_plan_courses')
        .values(courses.map(({ id }) => ({ plan_id: plan.id, course_id: id })))
        .execute()
    return plan
  })

/** Writes both sides of an affiliation as the invitation and its answer leave them; approved unless said otherwise. */
export async function affiliate(
  franchisor: School,
  school: School,
  plan: { id: string },
  { utc_approved_on = new Date(), utc_declined_on = null }: Answer = {},
) {
  const answer = { utc_invited_on: new Date(), utc_approved_on, utc_declined_on }
  await franchisor.tx((db) =>
    db
      .insertInto('affiliates')
      .values({ affiliate_id: school.id, plan_id: plan.id, name: 'Filial', ...answer })
      .execute(),
  )
  await school.tx((db) =>
    db
      .insertInto('franchisors')
      .values({ franchisor_id: franchisor.id, invitation: 1, name: 'Escola Mãe', ...answer })
      .execute(),
  )
}

const names = new Set(
  [jobs.spreadEditions, jobs.verifyEditions, jobs.settleEditions, jobs.copyEdition, jobs.tellOffers].map(
    (job) => job.name,
  ),
)

/** Runs the jobs that the franchisor's changes have written, until none is left. @returns the errors of those that failed */
export async function runEditionJobs(w: World, franchisor: School): Promise<Error[]> {
  const schools = { openSchool: (id: string) => openSchool(w.database, id) }
  const handlers = new Map(
    [...editionHandlers(schools), ...affiliateHandlers(schools)].map((handler) => [handler.job.name, handler]),
  )
  const errors: Error[] = []
  for (;;) {
    const waiting = await franchisor.tx((db) =>
      db
        .selectFrom('outbox')
        .select(['id', 'name', 'payload'])
        .where('utc_done_on', 'is', null)
        .where('name', 'in', [...names])
        .orderBy('id')
        .execute(),
    )
    if (waiting.length === 0) return errors
    for (const { id, name, payload } of waiting) {
      await handlers
        .get(name)!
        .run(franchisor, payload, w.tools, new AbortController().signal)
        .catch((error: Error) => errors.push(error))
      await franchisor.tx((db) =>
        db.updateTable('outbox').set({ utc_done_on: new Date() }).where('id', '=', id).execute(),
      )
    }
  }
}

/** A change of the plan, or an answer, as their features tell of it. */
export async function spread(w: World, franchisor: School): Promise<Error[]> {
  await franchisor.tx(spreadEditions)
  return runEditionJobs(w, franchisor)
}
