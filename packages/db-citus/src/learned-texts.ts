import { createHash } from 'node:crypto'
import type { Statement, TextValue } from '@escola/db-wire'
import pg from 'pg'

/** How long a text is good for: an upgrade may make another of a view. */
const cacheMs = 60_000
const maxCached = 10_000
/** Types of extensions and of the product, from this number on, have other numbers on other nodes. */
const firstOwnType = 16_384

/** Runs a query on the coordinator, in the school if there is one. */
type RunQuery = (text: string, values: TextValue[]) => Promise<pg.QueryResult>

/** A shard and the node that has it. */
interface Place {
  /** Empty for the coordinator's own tables, which belong to no school. */
  shard: string
  /** Citus' number of the node. */
  group: string
}

/**
 * Texts that a cluster's coordinator makes of statements: they name the tables that really hold the rows, on the node that has them. The
 * coordinator plans each statement again, which costs many times what running it does; so it is asked once, by an explain.
 */
export class LearnedTexts {
  /** Keys are a shard and a statement; the statement is undefined if that place does not answer it alone. */
  readonly #learned = new Map<string, { until: number; statement: Statement | undefined }>()
  readonly #learning = new Set<string>()

  find(shard: string, { name }: Statement): { statement: Statement | undefined } | undefined {
    const learned = this.#learned.get(`${shard}/${name}`)
    return learned && learned.until > Date.now() ? learned : undefined
  }

  forget(shard: string, { name }: Statement) {
    this.#learned.delete(`${shard}/${name}`)
  }

  /** @param statement one that the connection behind `runQuery` has prepared */
  async learn(
    { shard, group }: Place,
    { statement, values }: { statement: Statement; values: TextValue[] },
    runQuery: RunQuery,
  ) {
    const key = `${shard}/${statement.name}`
    if (this.#learning.has(key)) return
    this.#learning.add(key)
    try {
      const [explained, described] = await Promise.all([
        runQuery(`explain (verbose, costs off, format json) ${statement.text}`, values),
        runQuery(describeText, [statement.name, group]),
      ])
      const { types, node } = described.rows[0] as { types: number[]; node: string }
      const text = textOf(explained.rows[0]['QUERY PLAN'][0].Plan, node)
      // A text that contains a value instead of its parameter would be right for that value alone.
      const hasParameters =
        text !== undefined && types.every((type, at) => type < firstOwnType && text.includes(`$${at + 1}`))
      const learned = hasParameters ? named(statement, shard ? guarded(text, shard) : text, types) : undefined
      if (this.#learned.size > maxCached) this.#learned.clear()
      this.#learned.set(key, { until: Date.now() + cacheMs, statement: learned })
    } finally {
      this.#learning.delete(key)
    }
  }
}

const describeText = `select s.parameter_types::oid[]::int[] as types, format('host=%s port=%s ', n.nodename, n.nodeport) as node
  from pg_prepared_statements s join pg_dist_node n on n.groupid = $2 and n.noderole = 'primary' where s.name = $1`

interface Plan {
  Plans?: unknown[]
  'Distributed Query'?: { Subplans?: unknown[]; Job: { Tasks?: { Query: string; Node: string }[] } }
}

/** Undefined unless the plan is one text for that node, whose answer is the whole answer. */
function textOf({ Plans, 'Distributed Query': query }: Plan, node: string): string | undefined {
  const tasks = query?.Job.Tasks ?? []
  const isWhole = !Plans && !query?.Subplans && tasks.length === 1
  return isWhole && tasks[0]!.Node.startsWith(node) ? tasks[0]!.Query : undefined
}

/** The hash keeps one name for one text. */
function named({ name }: Statement, text: string, types: number[]): Statement {
  return { name: `${name}@${createHash('sha256').update(`${types} ${text}`).digest('hex').slice(0, 16)}`, text, types }
}

/**
 * Makes a text fail on a node that no longer has the shard: schools move to other nodes by shards, and the former node keeps the rows for a
 * while. One statement sees the guard and the rows at the same moment.
 */
const guarded = (text: string, shard: string) =>
  `select r.* from (${text}) r where (select 1 / count(*) from pg_dist_placement p
    join pg_dist_local_group g on g.groupid = p.groupid where p.shardid = ${shard}) = 1`

const divisionByZero = '22012'
const undefinedTable = '42P01'
const undefinedColumn = '42703'

/** True when the guard found no shard, or the table is gone or has changed. */
export const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && [divisionByZero, undefinedTable, undefinedColumn].includes(error.code ?? '')
