import { spreadEditions } from '../features/editions/spreading.service.ts'
import { jobs } from '../jobs/catalogue.ts'
import { runPending } from './jobs.ts'
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

const editionJobs = [
  jobs.spreadEditions,
  jobs.verifyEditions,
  jobs.settleEditions,
  jobs.copyEdition,
  jobs.writeOffers,
  jobs.spreadCorrections,
  jobs.copyCorrections,
]

/** Runs the jobs that the franchisor's changes have written, until none is left. @returns the errors of those that failed */
export async function runEditionJobs(w: World, franchisor: School): Promise<Error[]> {
  const errors: Error[] = []
  while (await runPending(w, franchisor, { only: editionJobs, onFailure: (error) => errors.push(error) }));
  return errors
}

/** A change of the plan, or an answer, as their features tell of it. */
export async function spread(w: World, franchisor: School): Promise<Error[]> {
  await franchisor.tx(spreadEditions)
  return runEditionJobs(w, franchisor)
}
