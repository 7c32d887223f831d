import { it } from 'vitest'
import { neverStops } from '../../testing/jobs.ts'
import { expectShape } from '../../testing/row-shape.ts'
import { world } from '../../testing/world.ts'
import { processImport } from './import-processing.service.ts'
import { findProgress } from './imports.queries.ts'

it('reads progress as it declares', async () => {
  const { northside, tools } = await world()
  const cohort = await northside.make.cohort()
  const ended = await northside.make.import(cohort, { createdBy: northside.admin })
  const failed = await northside.make.import(cohort, { createdBy: northside.admin })
  const waiting = { status: 'pending', processed: 0, utc_finished_on: null }
  await northside.tx((db) => db.updateTable('imports').set(waiting).where('id', '=', failed.id).execute())
  const undone = { undo_status: 'done', utc_undone_on: new Date() }
  await northside.tx((db) => db.updateTable('imports').set(undone).where('id', '=', ended.id).execute())
  const progressOf = async ({ id }: { id: string }) => (await findProgress(northside.read, id))!
  const rows = [await progressOf(ended), await progressOf(failed)]
  // Its file is not in the store.
  await processImport(northside, failed.id, tools, neverStops)
  rows.push(await progressOf(failed))
  expectShape(rows, {
    id: 'string',
    cohort_id: 'string',
    filename: 'string',
    total_students: 'number',
    status: 'string',
    processed: 'number',
    created: 'number',
    enrolled: 'number',
    unchanged: 'number',
    refused: 'number',
    renews: 'boolean',
    failure: 'string or null',
    utc_created_on: 'Date',
    utc_finished_on: 'Date or null',
    undo_status: 'string or null',
    undo_total: 'number',
    undo_left: 'number',
    undo_kept: 'number',
    utc_undone_on: 'Date or null',
  })
})
