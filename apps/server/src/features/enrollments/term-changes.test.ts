import { cohorts } from '@escola/contract/cohorts.contract'
import { endOfTerm, type Term } from '@escola/contract/terms'
import { beforeAll, expect, it } from 'vitest'
import { jobs } from '../../jobs/catalogue.ts'
import { giveUpJob, workRun } from '../../testing/jobs.ts'
import { type World, world } from '../../testing/world.ts'
import { startTermChange } from './term-changes.service.ts'

let w: World
let school: World['northside']
beforeAll(async () => {
  w = await world()
  school = await w.makeSchool('Prazos')
})

const month: Term = { kind: 'days', count: 30 }
const year: Term = { kind: 'months', count: 12 }
const endOf = (term: Term) => endOfTerm(term, new Date())!.toISOString()

async function makeCohort(students: number) {
  const { id } = await school.make.cohort()
  const at = { as: school.admin, params: { id } }
  const add = (email: string) => w.call(cohorts.addStudent, { ...at, body: { name: 'Marina Souza', email } })
  for (let n = 0; n < students; n++) await add(`aluna.${n}.${id}@example.com`)
  const open = async () => (await w.call(cohorts.get, at)).body
  return {
    add,
    set: (body: object) => w.call(cohorts.update, { ...at, body }),
    start: (term: Term, atOnce?: number) =>
      school.tx((db) => startTermChange(db, { cohortId: id, term, askedBy: school.admin.userId }, w.tools, atOnce)),
    progress: async () => (await open()).gateway.term_change,
    /** Ends of all students, in the order in which they joined. */
    ends: async () => (await open()).students.list.toReversed().map(({ utc_ends_on }) => utc_ends_on),
    runIds: async () => {
      const pick = school.tx((db) => db.selectFrom('runs').where('subject_id', '=', id).select('id').execute())
      return (await pick).map((row) => row.id)
    },
  }
}

it('applies to the first students at once and to the others by a job, which goes on where it was broken off', async () => {
  const cohort = await makeCohort(5)
  await cohort.start(month, 2)
  expect([await cohort.progress(), (await cohort.ends()).filter(Boolean)]).toEqual([
    { done: 2, total: 5 },
    [endOf(month), endOf(month)],
  ])
  const [runId] = await cohort.runIds()
  expect(await school.pendingJobs()).toContainEqual(['runs.continue', { runId }])
  await expect(workRun(w, school, runId!, { atOnce: 2, signal: AbortSignal.abort() })).rejects.toThrow()
  expect(await cohort.progress()).toEqual({ done: 4, total: 5 })
  for (let times = 0; times < 2; times++) await workRun(w, school, runId!, { atOnce: 2 })
  expect([await cohort.progress(), await cohort.ends()]).toEqual([undefined, Array(5).fill(endOf(month))])
})

it('leaves what was given after it was asked for, and ends when another takes its place', async () => {
  const cohort = await makeCohort(2)
  await cohort.start(month, 1)
  await cohort.set({ term: year })
  await cohort.add('depois@example.com')
  const [runId] = await cohort.runIds()
  await workRun(w, school, runId!, { atOnce: 1 })
  expect(await cohort.ends()).toEqual([endOf(month), endOf(month), endOf(year)])
  await cohort.start(month, 1)
  await cohort.set({ term: { kind: 'life' }, term_scope: 'all' })
  for (const id of await cohort.runIds()) await workRun(w, school, id, { atOnce: 1 })
  expect([await cohort.progress(), await cohort.ends()]).toEqual([undefined, [null, null, null]])
})

it('ends when its job has used up its tries', async () => {
  const cohort = await makeCohort(2)
  await cohort.start(month, 1)
  const [runId] = await cohort.runIds()
  await giveUpJob(w, school, jobs.continueRun, { runId }, new Error('no more'))
  expect(await cohort.progress()).toBeUndefined()
})
