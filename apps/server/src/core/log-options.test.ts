import { Writable } from 'node:stream'
import type { SchoolDb } from '@escola/db'
import { sql } from 'kysely'
import { pino } from 'pino'
import { expect, it } from 'vitest'
import { world } from '../testing/world.ts'
import { logOptions } from './log-options.ts'

it('says nothing of what was to be written when the database refuses it', async () => {
  const { northside } = await world()
  let text = ''
  const log = pino(
    logOptions({ logLevel: 'debug' }),
    new Writable({
      write: (chunk, _, done) => {
        text += chunk
        done()
      },
    }),
  )
  const note = (work: (db: SchoolDb) => Promise<unknown>) =>
    northside.tx(work).catch((err: unknown) => log.error({ err }, 'refused'))
  await note((db) => sql`select ${'{"email":"marina@example.com","a":"\\u0000"}'}::text::jsonb`.execute(db))
  const lookup = { platform: 'hotmart', kind: 'marina@example.com', value: 'x' }
  await note((db) => db.insertInto('sales_lookups').values(lookup).execute())
  expect(text.match(/"msg":"refused"/g)).toHaveLength(2)
  expect(text).not.toContain('marina@example.com')
})
