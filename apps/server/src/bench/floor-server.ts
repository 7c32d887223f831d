import Fastify from 'fastify'
import pg from 'pg'

/** The floor of every HTTP figure: a bare Fastify route that runs one prepared query. */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = Fastify()
app.get('/readyz', async () => ({ ok: true }))
app.get('/floor', async () => {
  const { rows } = await pool.query({
    name: 'floor',
    text: 'select id, name, namespace from schools where id = $1',
    values: [process.env.FLOOR_SCHOOL_ID],
  })
  return rows[0]
})
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
process.on('SIGTERM', () => process.exit(0))
