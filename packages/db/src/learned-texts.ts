import { createHash } from 'node:crypto'
import pg from 'pg'
import type { Statement } from './prepared.ts'

/** How long a text is good for: an upgrade may make another of a view. */
const rememberMs = 60_000
const maxRemembered = 10_000
/** What an extension or we ourselves have made has other numbers on other nodes. */
const firstOwnType = 16_384

/** Asks the coordinator, in the school if there is one. */
type Ask = (text: string, values: (string | null)[]) => Promise<pg.QueryResult>

/** Some rows that lie together. */
interface Place {
  /** '' for what the coordinator has, which belongs to no school. */
  shard: string
  /** The node's number. */
  group: string
}

/**
 * What a cluster's coordinator makes of a statement: a text about the tables that really hold the rows, for the node that has them. It makes it
 * anew each time, which costs many times what running it does; so it is asked once, by an explain.
 */
export class LearnedTexts {
  /** By shard and statement; undefined: what that place does not answer alone. */
  readonly #known = new Map<string, { until: number; statement: Statement | undefined }>()
  readonly #asked = new Set<string>()

  find(shard: string, { name }: Statement): { statement: Statement | undefined } | undefined {
    const known = this.#known.get(`${shard}/${name}`)
    return known && known.until > Date.now() ? known : undefined
  }

  forget(shard: string, { name }: Statement) {
    this.#known.delete(`${shard}/${name}`)
  }

  /** @param statement which the connection that is asked knows by its name */
  async learn(
    { shard, group }: Place,
    { statement, values }: { statement: Statement; values: (string | null)[] },
    ask: Ask,
  ) {
    const key = `${shard}/${statement.name}`
    if (this.#asked.has(key)) return
    this.#asked.add(key)
    try {
      const [explained, described] = await Promise.all([
        ask(`explain (verbose, costs off, format json) ${statement.text}`, values),
        ask(describeText, [statement.name, group]),
      ])
      const { types, node } = described.rows[0] as { types: number[]; node: string }
      const text = textOf(explained.rows[0]['QUERY PLAN'][0].Plan, node)
      // A text in which a value stands itself would be right for that value alone.
      const isKnown =
        text !== undefined && types.every((type, at) => type < firstOwnType && text.includes(`$${at + 1}`))
      const learned = isKnown ? named(statement, shard ? guarded(text, shard) : text, types) : undefined
      if (this.#known.size > maxRemembered) this.#known.clear()
      this.#known.set(key, { until: Date.now() + rememberMs, statement: learned })
    } finally {
      this.#asked.delete(key)
    }
  }
}

const describeText = `select s.parameter_types::oid[]::int[] as types, format('host=%s port=%s ', n.nodename, n.nodeport) as node
  from pg_prepared_statements s join pg_dist_node n on n.groupid = $2 and n.noderole = 'primary' where s.name = $1`

interface Plan {
  Plans?: unknown[]
  'Distributed Query'?: { Subplans?: unknown[]; Job: { Tasks?: { Query: string; Node: string }[] } }
}

/** Undefined when it is not one text for that node, whose answer is the whole answer. */
function textOf({ Plans, 'Distributed Query': query }: Plan, node: string): string | undefined {
  const tasks = query?.Job.Tasks ?? []
  const isWhole = !Plans && !query?.Subplans && tasks.length === 1
  return isWhole && tasks[0]!.Node.startsWith(node) ? tasks[0]!.Query : undefined
}

/** The same name always means the same text. */
function named({ name }: Statement, text: string, types: number[]): Statement {
  return { name: `${name}@${createHash('sha256').update(`${types} ${text}`).digest('hex').slice(0, 16)}`, text, types }
}

/**
 * It fails where the shard is no longer: schools move to other nodes by shards, and the node that had one keeps its rows for a while. In one
 * statement, so that both are seen at the same moment.
 */
const guarded = (text: string, shard: string) =>
  `select r.* from (${text}) r where (select 1 / count(*) from pg_dist_placement p
    join pg_dist_local_group g on g.groupid = p.groupid where p.shardid = ${shard}) = 1`

const divisionByZero = '22012'
const undefinedTable = '42P01'
const undefinedColumn = '42703'

/** The guard looked in vain, or the table is no longer there, or is another by now. */
export const isOutdated = (error: unknown) =>
  error instanceof pg.DatabaseError && [divisionByZero, undefinedTable, undefinedColumn].includes(error.code ?? '')
