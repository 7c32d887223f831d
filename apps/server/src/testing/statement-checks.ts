import { schoolColumns, staysTogether } from '@escola/db/walls'
import pg from 'pg'

/** Statement that was sent to the database, and the role that sent it. */
export interface StatementText {
  role: string
  text: string
}

/** Every statement of a test file by the running roles, once each. */
const statementTexts = new Map<string, StatementText>()

/** Statements that were found fit: all databases of a process have the same tables, so the next files need not ask again. */
const fitStatements = new Set<string>()

/** Texts and numbers of parameters, in the order in which they are said, while statementsOf listens. */
let recordedTexts: string[] | undefined

/** Everything that the running roles say to the database while the work is done, without its values. */
export async function statementsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = []
  recordedTexts = texts
  await work().finally(() => (recordedTexts = undefined))
  return texts
}

/** From now on what the running roles say is recorded. */
export function watchStatements() {
  const { connect } = pg.Client.prototype
  if (connect.name === 'connectAndRecord') return
  const connectAndRecord = function (this: pg.Client & { connection: pg.Connection }, ...args: unknown[]) {
    if (this.user === 'escola_app' || this.user === 'escola_platform') recordConnection(this.connection, this.user)
    return Reflect.apply(connect, this, args)
  }
  pg.Client.prototype.connect = connectAndRecord as typeof connect
}

function recordConnection(connection: pg.Connection, role: string) {
  const recordStatement = (text: string) => {
    const key = `${role} ${text}`
    if (!fitStatements.has(key)) statementTexts.set(key, { role, text })
    recordedTexts?.push(text)
  }
  const { bind, parse, query } = connection
  connection.parse = function (query, ...more) {
    recordStatement(query.text)
    return parse.call(this, query, ...more)
  }
  connection.bind = function (config, ...more) {
    recordedTexts?.push(`${config?.statement ?? ''} with ${config?.values?.length ?? 0}`)
    return bind.call(this, config, ...more)
  }
  connection.query = function (text) {
    recordStatement(text)
    return query.call(this, text)
  }
}

/** Throws when a recorded statement is wrong; see faultsOf. A cluster has refused it already. */
export async function assertStatementsNameSchool(databaseUrl: string) {
  const admin = new pg.Client({ connectionString: databaseUrl })
  await admin.connect()
  try {
    const { rowCount } = await admin.query(`select from pg_extension where extname = 'citus'`)
    const faults = rowCount ? [] : await faultsOf(admin, [...statementTexts.values()])
    if (!faults.length) for (const key of statementTexts.keys()) fitStatements.add(key)
    statementTexts.clear()
    if (faults.length) throw new Error(faults.join('\n'))
  } finally {
    await admin.end()
  }
}

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  Plans?: Plan[]
  'Index Cond'?: string
  'Recheck Cond'?: string
  Filter?: string
}

/**
 * Finds statements that a cluster could not answer from one node, or at all: the plan must look for the school, as a constant, in each
 * table of a statement, which is also how a cluster finds the node to ask. Row-level security is left out, because it names the school in
 * its own way.
 * @param admin a connection that passes row-level security by
 */
export async function faultsOf(admin: pg.Client, statements: StatementText[]): Promise<string[]> {
  const faults: string[] = []
  for (const { role, text } of statements) {
    if (!/^\s*(select|insert|update|delete|with)\b/i.test(text)) continue
    const plan = await planOf(admin, text)
    if (!plan) continue
    const tables = new Set(
      [...withoutSchool(plan), ...insertedWithoutSchool(text)].filter(
        (table) => schoolColumns[table] === 'school_id' && (role === 'escola_app' || !staysTogether.has(table)),
      ),
    )
    if (tables.size) faults.push(`${role} names no school for ${[...tables].join(', ')}: ${text}`)
    if (new Set([...tablesOf(plan)].map((table) => staysTogether.has(table))).size > 1)
      faults.push(`${role} asks the coordinator and a node in one: ${text}`)
    if (/\bnow\(\)|current_timestamp/i.test(text) && (role === 'escola_app' || writesToNodes(text)))
      faults.push(`${role} asks the database for the time: ${text}`)
    if (copies(text)) faults.push(`${role} writes what it selects without "on conflict": ${text}`)
  }
  return faults
}

/** Undefined for a statement that fails on its own constants, as some tests want it. */
async function planOf(admin: pg.Client, text: string): Promise<Plan | undefined> {
  try {
    const { rows } = await admin.query<{ 'QUERY PLAN': { Plan: Plan }[] }>(
      `explain (generic_plan, costs off, format json) ${text}`,
    )
    return rows[0]!['QUERY PLAN'][0]!.Plan
  } catch (error) {
    if ((error as { code?: string }).code?.startsWith('22')) return undefined
    throw new Error(`${(error as Error).message}: ${text}`)
  }
}

function* tablesOf(plan: Plan): Generator<string> {
  const table = plan['Relation Name']
  if (table && (table in schoolColumns || staysTogether.has(table))) yield table
  for (const each of plan.Plans ?? []) yield* tablesOf(each)
}

/** Lists the tables that the plan reads without a school. */
function* withoutSchool(plan: Plan): Generator<string> {
  const table = plan['Relation Name']
  const conditions = `${plan['Index Cond']} ${plan['Recheck Cond']} ${plan.Filter}`
  if (table && plan['Node Type'] !== 'ModifyTable' && !/\bschool_id = \(?(\$\d|'\d)/.test(conditions)) yield table
  for (const each of plan.Plans ?? []) yield* withoutSchool(each)
}

function* insertedWithoutSchool(text: string): Generator<string> {
  for (const [, table, columns] of text.matchAll(/insert into "?(\w+)"?\s*(?:as \w+\s*)?(\([^)]*\))?/gi))
    if (!/\bschool_id\b/.test(columns ?? '')) yield table!
}

/** A cluster runs this as a copy, which row-level security refuses, unless it must look for conflicts or answer rows. */
const copies = (text: string) =>
  writesToNodes(text) &&
  /^\s*insert into \S+\s*(?:\([^)]*\)\s*)?select\b(?!.*\b(?:on conflict|returning)\b)/is.test(text)

function writesToNodes(text: string): boolean {
  const [, table] = /^\s*(?:insert into|update|delete from) "?(\w+)/i.exec(text) ?? []
  return table !== undefined && !staysTogether.has(table)
}
