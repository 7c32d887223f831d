import { Readable } from 'node:stream'
import { copyAbout } from '@escola/contract/own-data.contract'
import { type Owner, ownTables } from '@escola/db/user-tables'
import type { School, Signed } from '../../core/scope.ts'
import type { PlatformTools } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import { type CopiedRow, findEmail, listSchools, readPlatformRows, readSchoolRows } from './copying.queries.ts'

export interface CopyTools extends PlatformTools {
  openSchool(id: string): School
}

/** Rows that are in memory at once, and in one short transaction: none waits for the reader. */
const rowsAtOnce = 500

/** Answers all that is kept of the caller as one file, written while it is sent. */
export async function copyOwnData(scope: Signed, tools: CopyTools, atOnce = rowsAtOnce): Promise<Bytes> {
  const { userId } = scope.actor
  const email = await tools.platform.withPlatform((db) => findEmail(db, userId))
  const now = tools.now()
  const day = now.toISOString().slice(0, 10)
  return new Bytes(Readable.from(writeCopy({ userId, email, now }, tools, atOnce)), {
    'content-type': 'application/json; charset=utf-8',
    'content-disposition': `attachment; filename="meus-dados-${day}.json"`,
    'cache-control': 'no-store',
  })
}

async function* writeCopy(owner: Owner, tools: CopyTools, atOnce: number): AsyncGenerator<string> {
  const { platform, openSchool } = tools
  yield `{"about":${JSON.stringify(copyAbout)},"utc_copied_on":${JSON.stringify(owner.now)}`
  for (const [table, copied] of ownTables('platform')) {
    const rows = await platform.withPlatform((db) => readPlatformRows(db, table, copied, owner))
    yield `,${JSON.stringify(table)}:${JSON.stringify(rows)}`
  }
  yield ',"schools":['
  const schools = await platform.withPlatform((db) => listSchools(db, owner.userId))
  for (const [index, { id, name }] of schools.entries()) {
    yield `${index > 0 ? ',' : ''}{"id":${JSON.stringify(id)},"name":${JSON.stringify(name)}`
    yield* copySchool(openSchool(id), owner, atOnce)
    yield '}'
  }
  yield ']}\n'
}

async function* copySchool(school: School, owner: Owner, atOnce: number): AsyncGenerator<string> {
  for (const [table, copied] of ownTables('school')) {
    yield `,${JSON.stringify(table)}:[`
    let page: CopiedRow[]
    let offset = 0
    do {
      page = await school.tx((db) => readSchoolRows(db, table, copied, { owner, offset, limit: atOnce }))
      if (page.length > 0) yield `${offset > 0 ? ',' : ''}${page.map((row) => JSON.stringify(row)).join(',')}`
      offset += page.length
    } while (page.length === atOnce)
    yield ']'
  }
}
