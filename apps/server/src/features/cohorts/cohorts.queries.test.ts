import { it } from 'vitest'
import { insertRun } from '../../jobs/runs/runs.queries.ts'
import { expectShape, type RowShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { type CohortRow, findCohort, listCohorts, updateCohort } from './cohorts.queries.ts'

it('reads classes as it declares', async () => {
  const { northside } = await world()
  const { make } = northside
  const { id } = await make.cohort({ courses: [await make.course()] })
  const other = await make.cohort()
  const shape: RowShape<CohortRow> = {
    id: 'string',
    title: 'string',
    is_public: 'boolean',
    all_courses: 'boolean',
    course_ids: 'array',
    course_titles: 'array',
    students: 'number',
    opens: 'number',
    term: 'string',
    seats: 'number or null',
    utc_enrolls_until: 'Date or null',
    utc_sales_ended_on: 'Date or null',
    utc_archived_on: 'Date or null',
    term_change: 'object or null',
  }
  await northside.tx(async (db) => {
    const now = new Date()
    await updateCohort(db, id, { seats: 10, utc_enrolls_until: now, utc_sales_ended_on: now, utc_archived_on: now })
    const subject = { kind: 'cohort' as const, id }
    const by = { askedBy: northside.admin.userId, askedOn: now }
    await insertRun(db, { kind: 'term', subject, targetId: null, lane: `term ${id}`, input: {}, total: 0, ...by })
    expectShape(await listCohorts(db), shape)
    expectShape([(await findCohort(db, id))!, (await findCohort(db, other.id))!], shape)
  })
})
