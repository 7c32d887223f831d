import type { ClientBase } from 'pg'
import { inTransactionGivingWay } from './give-way.ts'
import { type Migration, outsideStatementOf, statementsOf } from './migration-files.ts'

/** Runs a migration and records it. */
export async function applyMigration(client: ClientBase, migration: Migration): Promise<void> {
  try {
    const alone = outsideStatementOf(migration)
    if (alone) {
      await runOutside(client, alone)
      await record(client, migration)
    } else
      await inTransactionGivingWay(client, async () => {
        for (const statement of statementsOf(migration.sql)) await client.query(statement)
        await record(client, migration)
      })
  } catch (error) {
    throw new Error(`migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

const record = (client: ClientBase, { name, checksum }: Migration) =>
  client.query('insert into migrations.applied (name, checksum) values ($1, $2)', [name, checksum])

/**
 * Runs a statement that no transaction may hold. It blocks no reader and no writer, so it may wait as long as it needs. One that was interrupted leaves an invalid
 * index, which is built again, or a valid one that was not recorded.
 */
async function runOutside(client: ClientBase, { text, index }: { text: string; index: string | undefined }) {
  const { rows } = await client.query<{ isValid: boolean }>(
    'select indisvalid as "isValid" from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows[0]?.isValid) return
  if (rows.length) await client.query(`drop index concurrently ${index}`)
  await client.query(text)
}
