import { setTimeout as wait } from 'node:timers/promises'
import { karmaPoints } from '@escola/contract/karma.contract'
import pg from 'pg'
import type { BenchSchool } from '../bench/bench-schools.ts'
import type { BenchStack, OwnBenchStack } from '../bench/bench-stack.ts'
import { Callers } from './callers.ts'
import { type Finding, none } from './finding.ts'
import { databasePart, type Part, startPrograms } from './parts.ts'
import { untilSettled } from './settled.ts'

const people = 200
const importEvery = 5

/** Kills API, worker and database in turns under load, and looks whether what was promised is there, once. */
export async function killRounds(stack: OwnBenchStack, school: BenchSchool, rounds: number): Promise<Finding[]> {
  const { api, worker, apiUrl } = await startPrograms(stack)
  const database = databasePart(stack)
  const callers = new Callers(apiUrl, school)
  callers.begin(20, 20)
  const turns: Part[] = [api, worker, database]
  const importing: Promise<void>[] = []
  try {
    for (let round = 0; round < rounds; round++) {
      if (round % importEvery === 0) importing.push(callers.import(people))
      const part = turns[round % turns.length]!
      await wait(200 + Math.random() * 800)
      await part.kill()
      await wait(Math.random() * 500)
      await part.start()
      if ((round + 1) % 10 === 0) console.log(`${round + 1} rounds, ${callers.answers.length} answers`)
    }
    await Promise.all(importing)
    await callers.end()
    const left = await untilSettled(stack.databaseUrl)
    const findings = [
      ...(await compare(stack, callers)),
      none('jobs that did not end', left),
      none('times that the API ended by itself', api.ends),
      none('times that the worker ended by itself', worker.ends),
    ]
    const countAnswers = (status: number) => callers.answers.filter((answer) => answer.status === status).length
    return [
      {
        name: `${rounds} kills in turns`,
        seen: `${callers.answers.length} answers: ${countAnswers(503)} were 503, ${countAnswers(0)} none, while the API was down`,
        expected: 'correct or 503',
        ok: callers.wrong.size === 0,
      },
      none(
        'other answers',
        [...callers.wrong].map(([what, count]) => `${count} × ${what}`),
      ),
      ...findings,
    ]
  } finally {
    await Promise.all([api.kill(), worker.kill()])
    await database.stop()
    await database.start()
  }
}

export async function compare(
  { databaseUrl, mailbox }: BenchStack,
  { schoolId, domain, emails, classes, marks }: Callers,
): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const listed = async (text: string, values: unknown[] = []) =>
    (await client.query<{ value: string }>(text, values)).rows.map(({ value }) => value)
  const members = await listed(`select email as value from memberships where email like '%@${domain}'`)
  const enrolled = await listed(
    `select m.email as value from enrollments e join memberships m using (school_id, user_id) where m.email like '%@${domain}'`,
  )
  const made = await listed(`select title as value from cohorts where title like '%de ${domain}'`)
  const completed = new Set(await listed(completedText, [schoolId]))
  const wrongPoints = await listed(wrongPointsText, [schoolId, karmaPoints.lesson])
  const wrongTotals = await listed(wrongTotalsText, [schoolId])
  await client.end()
  const mails = mailbox.messages({ to: domain, limit: Number.POSITIVE_INFINITY })
  const repeated = mails.filter(({ deliveries }) => deliveries > 1)
  return [
    ...checkOnceEach('people', emails, members),
    ...checkOnceEach('enrolments', emails, enrolled),
    ...checkOnceEach('classes', classes, made),
    ...checkOnceEach(
      'mails',
      emails,
      mails.flatMap(({ to }) => to),
    ),
    none(
      `marks that are not as ${marks.size} were told`,
      [...marks].filter(([mark, isComplete]) => completed.has(mark) !== isComplete).map(([mark]) => mark),
    ),
    none('lessons whose points were lost or given twice', wrongPoints),
    none('students whose points are not what they add up to', wrongTotals),
    {
      name: 'mails that came again under their own Message-ID',
      seen: `${repeated.length} of ${mails.length}`,
      expected: 'few: those under way at a kill',
      ok: repeated.length <= mails.length / 20,
    },
  ]
}

const completedText = `select user_id || '/' || lesson_id as value from lesson_completions where school_id = $1`
/** A lesson gives its points while it is complete. */
const wrongPointsText = `
  with given as (select user_id, subject_id as lesson_id, sum(points) as points from karma_entries
      where school_id = $1 and reason = 'lesson' group by 1, 2),
    earned as (select user_id, lesson_id, $2::int as points from lesson_completions where school_id = $1)
  select user_id || '/' || lesson_id as value from given full join earned using (user_id, lesson_id)
    where coalesce(given.points, 0) <> coalesce(earned.points, 0)`
const wrongTotalsText = `
  with added as (select user_id, sum(points) as karma from karma_entries where school_id = $1 group by 1)
  select user_id as value from added full join (select user_id, karma from karma_totals where school_id = $1) total using (user_id)
    where coalesce(added.karma, 0) <> coalesce(total.karma, 0)`

/** Each promised row is in the database, and no row is there twice or without a promise. */
function checkOnceEach(noun: string, promised: Set<string>, found: string[]): Finding[] {
  const times = Map.groupBy(found, (value) => value)
  return [
    {
      name: noun,
      seen: `${times.size} for ${promised.size} promised`,
      expected: 'as many',
      ok: times.size === promised.size,
    },
    none(
      `${noun} lost`,
      [...promised].filter((value) => !times.has(value)),
    ),
    none(
      `${noun} doubled`,
      [...times].filter(([, all]) => all.length > 1).map(([value]) => value),
    ),
  ]
}
