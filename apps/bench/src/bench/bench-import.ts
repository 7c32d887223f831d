import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { imports } from '@escola/contract/imports.contract'
import type pg from 'pg'
import type { Bench } from './bench.ts'
import type { BenchSchool } from './bench-schools.ts'
import { serverSource } from './bench-stack.ts'
import type { Figure } from './figure.ts'
import { median } from './in-turns.ts'

const rows = 10_000
const repeats = 5

/** An import as people start it, run by a real worker, against one set-based insert of the same rows into the same tables. */
export async function benchImport(bench: Bench): Promise<Figure[]> {
  const [stack, school] = [await bench.stack(), await bench.school()]
  const api = await stack.serveApi()
  const floors: number[] = []
  const times: number[] = []
  let peakBytes = 0
  for (let round = 0; round < repeats; round++) {
    floors.push(await setBasedInsert(stack.admin, school, `floor${round}`))
    // A worker of its own per round, so that its memory is that of one import; its mail waits until the measured part is over.
    const importId = await startImport(api.port, school, `round${round}`)
    const worker = stack.run(path.join(serverSource, 'main-worker.ts'))
    times.push(await untilDone(stack.admin, importId))
    peakBytes = Math.max(peakBytes, await peakMemory(worker.pid))
    await worker.stop()
    await stack.admin.query('update outbox set utc_done_on = now() where utc_done_on is null')
  }
  const dryRun = await compareDryRun(api.port, stack.admin, school)
  await api.stop()
  const ratio = median(times.map((time, round) => time / floors[round]!))
  return [
    {
      name: `import of ${rows} rows`,
      value: `${Math.round(median(times))} ms`,
      floor: `${Math.round(median(floors))} ms (one set-based insert of the same rows)`,
      ratio,
      target: 'at most 2×',
      ok: ratio <= 2,
    },
    {
      name: "the worker's memory in that import",
      value: `${Math.round(peakBytes / 2 ** 20)} MB at its peak`,
      floor: '',
      target: 'at most 250 MB',
      ok: peakBytes <= 250 * 2 ** 20,
    },
    dryRun,
  ]
}

/** A dry run as administrators ask for it, against the look-up of the same e-mails alone; half of them are in the class. */
async function compareDryRun(port: number, client: pg.Client, school: BenchSchool): Promise<Figure> {
  const list = [...people('round0').slice(0, rows / 2), ...people('unknown').slice(rows / 2)]
  const emails = list.map((row) => row.email)
  const body = JSON.stringify({ school_gateway_id: school.cohortId, rows: list })
  const url = `http://127.0.0.1:${port}/api${imports.check.path.replace(':schoolId', school.id)}`
  const headers = { authorization: `Bearer ${school.adminToken}`, 'content-type': 'application/json' }
  const lookUps: number[] = []
  const checks: number[] = []
  for (let round = 0; round < repeats; round++) {
    const start = performance.now()
    await client.query(
      `select m.user_id, m.email, e.user_id is not null as enrolled from memberships m
        left join living_enrollments e on e.school_id = m.school_id and e.cohort_id = $2 and e.user_id = m.user_id
        where m.school_id = $1 and m.email = any($3::text[])`,
      [school.id, school.cohortId, emails],
    )
    const between = performance.now()
    const answer = await fetch(url, { method: 'POST', headers, body })
    if (!answer.ok) throw new Error(`the dry run was refused: ${await answer.text()}`)
    await answer.arrayBuffer()
    lookUps.push(between - start)
    checks.push(performance.now() - between)
  }
  const ratio = median(checks.map((time, round) => time / lookUps[round]!))
  return {
    name: `dry run of ${rows} rows`,
    value: `${Math.round(median(checks))} ms`,
    floor: `${Math.round(median(lookUps))} ms (the look-up of the same e-mails)`,
    ratio,
    target: 'at most 2×',
    ok: ratio <= 2,
  }
}

const people = (prefix: string) =>
  Array.from({ length: rows }, (_, index) => ({
    line: index + 2,
    name: `Aluna Número ${index}`,
    email: `${prefix}.${index}@bench.example`,
    cellphone: '11987654321',
  }))

/** The least that could be done for the same end: everything in one statement per table, in one transaction. */
async function setBasedInsert(client: pg.Client, school: BenchSchool, prefix: string): Promise<number> {
  const list = people(prefix)
  const emails = list.map((row) => row.email)
  const names = list.map((row) => row.name)
  const start = performance.now()
  await client.query('begin')
  await client.query(
    `with made as (insert into users (email) select unnest($2::text[]) returning id, email),
      joined as (insert into memberships (school_id, user_id, name, email, cellphone, origin)
        select $1::bigint, made.id, r.name, r.email, '11987654321', 'importer' from unnest($2::text[], $3::text[]) r (email, name) join made on made.email = r.email returning user_id),
      noted as (insert into person_schools (school_id, user_id, is_admin, is_student, utc_created_on) select $1::bigint, user_id, false, true, now() from joined),
      enrolled as (insert into enrollments (school_id, cohort_id, user_id, origin) select $1::bigint, $4::bigint, user_id, 'importer' from joined returning user_id)
      insert into messages (school_id, user_id, kind, dedupe_key, params) select $1::bigint, user_id, 'invitation', 'floor:' || user_id, '{}' from enrolled`,
    [school.id, emails, names, school.cohortId],
  )
  await client.query('commit')
  return performance.now() - start
}

async function startImport(port: number, school: BenchSchool, prefix: string): Promise<string> {
  const form = new FormData()
  form.append('file', new File([JSON.stringify(people(prefix))], 'alunos.json', { type: 'application/json' }))
  const url = `http://127.0.0.1:${port}/api${imports.start.path.replace(':schoolId', school.id)}?total=${rows}&filename=alunos.csv&school_gateway_id=${school.cohortId}`
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: `Bearer ${school.adminToken}` },
    body: form,
  })
  if (!answer.ok) throw new Error(`the import did not start: ${await answer.text()}`)
  return ((await answer.json()) as { import: { id: string } }).import.id
}

/** From the moment that the worker takes it up to its last row, by the database's own clock. */
async function untilDone(client: pg.Client, importId: string): Promise<number> {
  let started: number | undefined
  for (;;) {
    const { rows: found } = await client.query<{
      status: string
      processed: number
      xact: number
      finished: number | null
    }>(
      `select i.status, i.processed, extract(epoch from o.utc_sent_on) * 1000 as xact, extract(epoch from i.utc_finished_on) * 1000 as finished
        from imports i join outbox o on o.name = 'imports.process' and o.payload->>'importId' = i.id::text where i.id = $1`,
      [importId],
    )
    const row = found[0]!
    if (row.xact) started ??= Number(row.xact)
    if (row.status === 'failed') throw new Error('the import failed')
    if (row.status === 'done') return Number(row.finished) - started!
    await wait(20)
  }
}

export async function peakMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(status.match(/VmHWM:\s+(\d+) kB/)![1]) * 1024
}
