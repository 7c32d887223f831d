import { writeFile } from 'node:fs/promises'
import { tablesFile, tableTypes } from '@escola/db/table-types'
import { createTestDatabase } from '@escola/db/testing'
import { startPostgres } from '../postgres.ts'

/** Writes the table types of @escola/db from a database of its own that has every migration. */
const postgres = await startPostgres({ ephemeral: true })
try {
  const { url } = await createTestDatabase(postgres.url)
  await writeFile(tablesFile, await tableTypes(url))
} finally {
  await postgres.stop()
}
