import { it } from 'vitest'
import { expectShape, type RowShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { insertChange } from '../enrollments/term-changes.queries.ts'
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
    term_change: 'object or null',
  }
  await northside.tx(async (db) => {
    await updateCohort(db, id, { seats: 10, utc_enrolls_until: new Date() })
    const unnamed = { integration_id: null, sold: null, asked_by: northside.admin.userId }
    await insertChange(db, { cohort_id: id, term: '{"kind":"life"}', ...unnamed }, new Date())
    expectShape(await listCohorts(db), shape)
    expectShape([(await findCohort(db, id))!, (await findCohort(db, other.id))!], shape)
  })
})
