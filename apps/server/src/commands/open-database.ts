import { connectDatabase, type Database, Unfit } from '@escola/db'
import { readDatabase } from '../config.ts'

/** Opens the database for an operator's command; ends the command with sentences where a setting is missing or is not this database's. */
export async function openDatabase(problems: string[] = []): Promise<Database> {
  const { ESCOLA_SECRET: secret = '' } = process.env
  const urls = readDatabase(process.env, secret, problems)
  if (problems.length) {
    console.error(problems.join('\n'))
    process.exit(2)
  }
  const database = connectDatabase(urls)
  await database.requireFit(secret).catch((error: unknown) => {
    if (!(error instanceof Unfit)) throw error
    console.error(error.message)
    process.exit(1)
  })
  return database
}
