import Fastify from 'fastify'
import pg from 'pg'

/** The floors of the HTTP figures: bare Fastify routes with one prepared statement each. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
app.get('/readyz', async () => ({ ok: true }))
/** Reads a row and answers so many bytes. */
app.get<{ Params: { bytes: string } }>('/floor/:bytes', async ({ params }) => {
  const { rows } = await pool.query({
    name: 'floor',
    text: 'select id, name, namespace from schools where id = $1',
    values: [process.env.FLOOR_SCHOOL_ID],
  })
  const answer = { ...rows[0], more: '' }
  answer.more = 'x'.repeat(Math.max(0, Number(params.bytes) - JSON.stringify(answer).length))
  return answer
})
/** Writes a row in a transaction of its own, committed for good, and answers so many bytes. */
await pool.query('create table if not exists bench_floor (id bigint primary key, utc_written_on timestamptz not null)')
app.post<{ Params: { id: string; bytes: string } }>('/floor/:id/:bytes', async ({ params }) => {
  await pool.query({
    name: 'upsert',
    text: 'insert into bench_floor values ($1, now()) on conflict (id) do update set utc_written_on = excluded.utc_written_on',
    values: [params.id],
  })
  return { ok: 'x'.repeat(Number(params.bytes) - JSON.stringify({ ok: '' }).length) }
})
/** Keeps a body as it came. */
await pool.query(
  'create table if not exists bench_bodies (id bigint generated always as identity primary key, body text not null)',
)
app.addContentTypeParser('application/octet-stream', { parseAs: 'string' }, (_request, body, done) => done(null, body))
app.post<{ Body: string }>('/floor-body', async ({ body }) => {
  await pool.query({ name: 'body', text: 'insert into bench_bodies (body) values ($1)', values: [body] })
  return { received: true }
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
