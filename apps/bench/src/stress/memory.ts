import { readFile } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { courses } from '@escola/contract/courses.contract'
import autocannon from 'autocannon'
import pg from 'pg'
import sharp from 'sharp'
import { type BenchSchool, courseLink, lessonLink } from '../bench/bench-schools.ts'
import type { OwnBenchStack } from '../bench/bench-stack.ts'
import type { Finding } from './finding.ts'
import { startPrograms } from './parts.ts'

const pictures = 20
const requests = 40_000
const limitMegabytes = 400
const restMs = 30_000
/** Just under the forty megapixels that are taken. */
const side = 6300

/** Measures the memory of the API after pictures of the largest size, and tens of thousands of requests. */
export async function memoryAfterWork(stack: OwnBenchStack, school: BenchSchool): Promise<Finding[]> {
  const { api, worker, apiUrl } = await startPrograms(stack)
  await worker.kill()
  const megabytes = async (field: 'VmRSS' | 'VmHWM') =>
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(await readFile(`/proc/${api.pid}/status`, 'utf8'))![1]) / 1024
  const fresh = await megabytes('VmRSS')
  await upload(stack, school, apiUrl)
  const afterPictures = await megabytes('VmRSS')
  await autocannon({
    url: `${apiUrl}/api/school/${school.id}/degree/student/${courseLink}`,
    method: 'POST',
    headers: { authorization: `Bearer ${school.studentTokens[0]!}`, 'content-type': 'application/json' },
    body: JSON.stringify({ classLink: lessonLink }),
    connections: 32,
    amount: requests,
  })
  const afterRequests = await megabytes('VmRSS')
  await wait(restMs)
  const rested = await megabytes('VmRSS')
  const peak = await megabytes('VmHWM')
  await api.kill()
  const mb = (value: number) => `${Math.round(value)} MB`
  return [
    {
      name: `the API's memory after ${pictures} large pictures and ${requests} requests`,
      seen: `${mb(rested)} (new ${mb(fresh)}, after the pictures ${mb(afterPictures)}, after the requests ${mb(afterRequests)}, at most ${mb(peak)})`,
      expected: `under ${mb(limitMegabytes)}`,
      ok: rested < limitMegabytes,
    },
  ]
}

async function upload({ databaseUrl }: OwnBenchStack, school: BenchSchool, apiUrl: string) {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from courses where school_id = $1 limit 1', [
    school.id,
  ])
  await client.end()
  const canvas = sharp({ create: { width: side, height: side, channels: 4, background: '#7a1fa2' } })
  const files = [
    new File([new Uint8Array(await canvas.clone().png().toBuffer())], 'capa.png'),
    new File([new Uint8Array(await canvas.clone().jpeg({ progressive: true }).toBuffer())], 'capa.jpg'),
  ]
  const send = async (number: number) => {
    const form = new FormData()
    form.append('id', rows[0]!.id)
    form.append('file', files[number % files.length]!)
    const answer = await fetch(`${apiUrl}/api${courses.uploadCover.path.replace(':schoolId', school.id)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${school.adminToken}` },
      body: form,
    })
    if (!answer.ok) throw new Error(`a picture was refused: ${await answer.text()}`)
    await answer.text()
  }
  // Five at a time, as when several people upload at once.
  for (let sent = 0; sent < pictures; sent += 5) await Promise.all([0, 1, 2, 3, 4].map((each) => send(sent + each)))
}
