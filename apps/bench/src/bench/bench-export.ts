import { readFile, writeFile } from 'node:fs/promises'
import { students } from '@escola/contract/students.contract'
import type { Bench } from './bench.ts'
import { peakMemory } from './bench-import.ts'
import { makeNamedSchools } from './bench-students.ts'
import type { Figure } from './figure.ts'

const many = 100_000
const mostMegabytes = 32
const toMegabytes = (bytes: number) => bytes / 2 ** 20

/**
 * The file of all students of a school, and the memory that an API which has written it before takes for it. Its young objects get 2 MB each time, so
 * that what is seen is held by the file: with 16 MB, as in production, any work grows the API by some 50 MB of objects that are gone already.
 */
export async function benchExport(bench: Bench): Promise<Figure[]> {
  const [stack, leader] = [await bench.stack(), await bench.school()]
  const [id] = await makeNamedSchools(stack, leader.id, [many])
  const api = await stack.serveApi({ NODE_OPTIONS: '--max-semi-space-size=2' })
  const url = `http://127.0.0.1:${api.port}/api${students.exportFile.path.replace(':schoolId', id!)}`
  const read = async () => {
    await stack.admin.query('update sessions set utc_proven_on = now()')
    const start = performance.now()
    const answer = await fetch(url, { headers: { authorization: `Bearer ${leader.adminToken}` } })
    if (!answer.ok) throw new Error(`the file was refused: ${await answer.text()}`)
    let lines = 0
    for await (const part of answer.body!) for (const byte of part) if (byte === 10) lines++
    return { lines, seconds: (performance.now() - start) / 1000 }
  }
  await read()
  const before = await memoryOf(api.pid)
  // The peak is counted from here.
  await writeFile(`/proc/${api.pid}/clear_refs`, '5')
  const { lines, seconds } = await read()
  const peak = await peakMemory(api.pid)
  const after = await memoryOf(api.pid)
  await api.stop()
  const mb = (bytes: number) => `${Math.round(toMegabytes(bytes))} MB`
  const figure = {
    name: `file of ${many} students`,
    value: `${seconds.toFixed(1)} s, ${lines - 1} rows; the API holds ${mb(before)} before, ${mb(peak)} at its peak, ${mb(after)} after`,
    floor: '',
    target: `at most ${mostMegabytes} MB more at the peak`,
    ok: lines === many + 1 && toMegabytes(peak - before) <= mostMegabytes,
  }
  return [figure]
}

const memoryOf = async (pid: number): Promise<number> =>
  Number((await readFile(`/proc/${pid}/status`, 'utf8')).match(/VmRSS:\s+(\d+) kB/)![1]) * 1024
