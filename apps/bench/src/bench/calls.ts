import { learning } from '@escola/contract/learning.contract'
import { schools } from '@escola/contract/schools.contract'
import { type BenchSchool, courseLink, lessonLink } from './bench-schools.ts'
import type { LoadRequest } from './load.ts'

/** The two calls that students make most. */
export const busiest = {
  'GET /context, a signed-in student': ({ id }: BenchSchool, token: string): LoadRequest => ({
    path: `/api${schools.context.path}?domain=localhost&pathname=/escola/${id}`,
    headers: { authorization: `Bearer ${token}` },
  }),
  "the student's lesson call": ({ id }: BenchSchool, token: string): LoadRequest => ({
    method: 'POST',
    path: `/api${learning.lesson.path.replace(':schoolId', id).replace(':degreeLink', courseLink)}`,
    ...json(token, { classLink: lessonLink }),
  }),
}

export const json = (token: string, body: object) => ({
  headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  body: JSON.stringify(body),
})

/** How many bytes a call answers. */
export async function answerBytes(port: number, { path, ...init }: LoadRequest): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, init)
  if (!answer.ok) throw new Error(`${path}: ${await answer.text()}`)
  return (await answer.arrayBuffer()).byteLength
}
