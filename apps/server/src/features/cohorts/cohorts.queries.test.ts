import { it } from 'vitest'
import { expectShape, type RowShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { type CohortRow, findCohort, listCohorts } from './cohorts.queries.ts'

it('reads classes as it declares', async () => {
  const { northside } = await world()
  const { make } = northside
  const { id } = await make.cohort({ courses: [await make.course()] })
  await make.cohort()
  const shape: RowShape<CohortRow> = {
    id: 'string',
    title: 'string',
    is_public: 'boolean',
    all_courses: 'boolean',
    course_ids: 'array',
    course_titles: 'array',
    students: 'number',
    opens: 'number',
  }
  await northside.tx(async (db) => {
    expectShape(await listCohorts(db), shape)
    expectShape([(await findCohort(db, id))!], shape)
  })
})
