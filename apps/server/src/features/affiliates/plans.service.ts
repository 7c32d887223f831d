import { type AffiliatePlan, affiliateLimits, type affiliates } from '@escola/contract/affiliates.contract'
import type { RouteOutput } from '@escola/contract/route'
import { newPlanTitle } from '@escola/contract/titles'
import { done } from '@escola/contract/wire'
import type { SchoolDb } from '@escola/db'
import { AppError, notFound } from '../../core/app-error.ts'
import type { Attended, School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { holdChosenCourses, listCourseChoices } from '../categories/chosen-courses.service.ts'
import { spreadEditions } from '../editions/spreading.service.ts'
import * as queries from './plans.queries.ts'

type PlanChange = RouteOutput<typeof affiliates.createPlan>['body']

export const listPlans = (school: School) =>
  school.tx(async (db) => ({
    schoolTemplatesPlans: (await queries.listPlans(db)).map((row) => ({
      ...toWirePlan(row),
      degreeTitles: row.course_titles,
    })),
  }))

export const getPlan = (school: School, { planId }: { planId: string }) =>
  school.tx(async (db) => ({ plan: await readPlan(db, planId), degrees: await listCourseChoices(db, { isOwn: true }) }))

/** Makes a plan with its first change. */
export const createPlan = (school: Attended, { title, degrees = [], all_degrees = false }: PlanChange, tools: Clock) =>
  school.tx(async (db) => {
    await requireOffering(db)
    const make = async () => {
      if ((await queries.countPlans(db)) >= affiliateLimits.plansMax) throw new AppError('affiliate_plans_full')
      const values = { title: title || newPlanTitle, all_courses: all_degrees, utc_created_on: tools.now() }
      const { id } = await queries.insertPlan(db, values)
      await saveCourses(db, id, degrees)
      return { id }
    }
    const { id } = await makeOnce(db, school, { kind: 'affiliate plan', make }, tools)
    return { plan: await readPlan(db, id) }
  })

/** Saves a plan. Its affiliates show its title and the number of its courses, and are notified of both. */
export const savePlan = (school: School, { planId, title, degrees, all_degrees }: PlanChange & { planId: string }) =>
  school.tx(async (db) => {
    if (!(await queries.lockPlan(db, planId))) throw notFound()
    await requireOffering(db)
    const values = {
      ...(title !== undefined && { title: title || newPlanTitle }),
      ...(all_degrees !== undefined && { all_courses: all_degrees }),
    }
    if (Object.keys(values).length > 0) await queries.updatePlan(db, planId, values)
    if (degrees) await saveCourses(db, planId, degrees)
    if (degrees || Object.keys(values).length > 0) await spreadEditions(db)
    return { plan: await readPlan(db, planId) }
  })

export const removePlan = (school: School, { planId }: { planId: string }) =>
  school.tx(async (db) => {
    if (!(await queries.lockPlan(db, planId))) throw notFound()
    if ((await readPlan(db, planId)).totalSchools > 0) throw new AppError('affiliate_plan_in_use')
    await queries.deletePlan(db, planId)
    return done
  })

/** Keeps the plan until the transaction ends. */
export async function holdPlan(db: SchoolDb, planId: string): Promise<void> {
  if (!(await queries.holdPlan(db, planId))) throw notFound()
}

/** Offering courses is a switch of the school; receiving them, and taking them back, is not. */
export async function requireOffering(db: SchoolDb): Promise<void> {
  if (!(await queries.lockOffering(db)).has_affiliation) throw new AppError('affiliation_off')
}

/** A plan offers the school's own courses alone: an edition is handed on by the school that wrote it. */
async function saveCourses(db: SchoolDb, planId: string, degrees: string[]): Promise<void> {
  await queries.replaceCourses(db, planId, await holdChosenCourses(db, degrees, { isOwn: true }))
}

async function readPlan(db: SchoolDb, planId: string): Promise<AffiliatePlan> {
  const row = await queries.findPlan(db, planId)
  if (!row) throw notFound()
  return toWirePlan(row)
}

const toWirePlan = (row: queries.PlanRow): AffiliatePlan => ({
  id: row.id,
  title: row.title,
  degrees: row.course_ids,
  all_degrees: row.all_courses,
  totalSchools: row.schools,
})
