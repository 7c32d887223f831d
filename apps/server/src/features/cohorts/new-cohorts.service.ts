import { cohortMessages } from '@escola/contract/cohorts.contract'
import { limits } from '@escola/contract/limits'
import { newCohortTitle, titleOfCopy } from '@escola/contract/titles'
import type { SchoolDb } from '@escola/db'
import { invalidField, notFound } from '../../core/app-error.ts'
import type { Attended } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { makeOnce } from '../../make-once/make-once.ts'
import { copyDates } from '../calendars/calendars.service.ts'
import * as queries from './cohorts.queries.ts'
import { getCohort } from './cohorts.service.ts'

export const createCohort = (
  school: Attended,
  { title, copy_of }: { title?: string; copy_of?: string },
  tools: Clock,
) =>
  school.tx(async (db) => {
    const make = () => (copy_of ? copyCohort(db, copy_of) : queries.insertCohort(db, title || newCohortTitle))
    const { id } = await makeOnce(db, school, { kind: 'cohort', make }, tools)
    return { gateway: await getCohort(db, id) }
  })

async function copyCohort(db: SchoolDb, id: string) {
  const original = await queries.lockCohort(db, id)
  if (!original) throw notFound()
  // With all courses, the public class opens fewer of them than another class does.
  if (original.is_public) throw invalidField('copy_of', cohortMessages.publicCopy)
  const copy = await queries.insertCohortCopy(db, id, titleOfCopy(original.title, limits.inputMax))
  await copyDates(db, id, copy.id)
  return copy
}
