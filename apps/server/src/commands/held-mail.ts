import { connectDatabase } from '@escola/db'
import { readDatabase } from '../config.ts'
import { openSchool } from '../core/scope.ts'
import { type HeldMailAction, heldMailActions, listSchools } from '../features/messages/held-mail.service.ts'

/** Counts, releases or discards the mails that a restore has held: node apps/server/src/commands/held-mail.ts <count | release | discard>. */
const action = (process.argv[2] ?? 'count') as HeldMailAction
const problems: string[] = []
const urls = readDatabase(process.env, process.env.ESCOLA_SECRET ?? '', problems)
if (!Object.hasOwn(heldMailActions, action))
  problems.push(`usage: held-mail.ts <${Object.keys(heldMailActions).join(' | ')}>`)
if (problems.length) {
  console.error(problems.join('\n'))
  process.exit(2)
}
const database = connectDatabase(urls)
let mails = 0
try {
  for (const id of await database.withPlatform(listSchools))
    mails += await heldMailActions[action](openSchool(database, id))
} finally {
  await database.close()
}
const said: Record<HeldMailAction, string> = { count: 'are held', release: 'were released', discard: 'were discarded' }
console.log(`${mails} mails ${said[action]}`)
