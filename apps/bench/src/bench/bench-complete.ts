import path from 'node:path'
import { learning } from '@escola/contract/learning.contract'
import type { Bench } from './bench.ts'
import { answerBytes, json } from './calls.ts'
import type { Figure } from './figure.ts'
import { compareLoads, words } from './in-turns.ts'
import { type LoadRequest, load } from './load.ts'

const connections = 8

/**
 * A thousand students of one school who complete lessons, against a bare route that is asked and answers as much, and upserts one row in one
 * committed transaction.
 */
export async function benchComplete(bench: Bench): Promise<Figure[]> {
  const [stack, school] = [await bench.stack(), await bench.school()]
  const floor = await stack.serve(path.join(import.meta.dirname, 'floor-server.ts'))
  const api = await stack.serveApi()
  // The last one stays open, so that no course is completed.
  const clicks = school.openLessons.slice(0, -1).flatMap((contentId) =>
    school.studentTokens.map(
      (token): LoadRequest => ({
        method: 'POST',
        path: `/api${learning.complete.path.replace(':schoolId', school.id)}`,
        ...json(token, {
          contentId,
          degreeId: school.courseId,
          userDegree: { metadata: { content: { [contentId]: { isComplete: true } } } },
        }),
      }),
    ),
  )
  const bytes = await answerBytes(api.port, clicks[0]!)
  const rows = clicks.map((click, id): LoadRequest => ({ ...click, path: `/floor/${id}/${bytes}` }))
  const fresh = async () => {
    await stack.admin.query('delete from lesson_completions where lesson_id = any ($1)', [school.openLessons])
    await stack.admin.query('delete from karma_entries where subject_id = any ($1)', [school.openLessons])
    await stack.admin.query('truncate bench_floor')
    await stack.admin.query('vacuum analyze lesson_completions, karma_entries')
  }
  const { ratio, base, value } = await compareLoads(
    async () => {
      await fresh()
      return load(floor.port, rows, { connections })
    },
    () => load(api.port, clicks, { connections }),
  )
  await api.stop()
  await floor.stop()
  return [
    {
      name: `marking a lesson complete, ${connections} at once`,
      value: words(value),
      floor: `${words(base)} (bare Fastify, one row upserted and committed, asked the same, the same ${bytes} bytes)`,
      ratio,
      percent: true,
      // 25,000 students who watch at once mark 85 lessons a second (decision 32).
      target: 'at least 500 /s',
      ok: value.perSecond >= 500,
    },
  ]
}
