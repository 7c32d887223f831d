import type pg from 'pg'
import { isCoordinator } from './cluster.ts'
import { ClusterNode } from './cluster-node.ts'
import { isUnavailable, Refused } from './failures.ts'
import { isOutdated, LearnedTexts } from './learned-texts.ts'
import type { Statement } from './prepared.ts'
import type { SharedConnections } from './shared-connections.ts'
import { readShared, withinTransaction } from './shared-reads.ts'

/** After which a school is looked for again whose node cannot be asked. */
const rememberMs = 60_000
const maxRemembered = 10_000

/** Runs what is sent on a connection to the coordinator. */
type Run = <T>(ask: (client: pg.Client) => Promise<T>) => Promise<T>
/** Opens the connections to a node that many share. */
type Connect = (node: { host: string; port: number }) => SharedConnections
/** Told when a node can no longer be asked itself, and why, and when it can again. */
export type OnNode = (node: string, failure?: unknown) => void

/** Where a school's rows lie. */
interface Place {
  shard: string
  group: string
  node: ClusterNode
  /** When it was found; it may be elsewhere since. */
  foundOn: number
}
const onCoordinator = { shard: '', group: '0' }

/**
 * The short reads, which are what is asked most. On a cluster each is soon asked where its rows are, in a text that was learned from the coordinator, so
 * that it is planned once and for all. Until that is known, and whenever a node cannot be asked, the coordinator is. One PostgreSQL is simply asked.
 */
export class ClusterReads {
  readonly #run: { app: Run; platform: Run }
  readonly #connect: Connect
  readonly #onNode: OnNode
  readonly #texts = new LearnedTexts()
  readonly #nodes = new Map<string, ClusterNode>()
  /** By school. */
  readonly #places = new Map<string, Place>()

  constructor(run: { app: Run; platform: Run }, connect: Connect, onNode: OnNode = () => undefined) {
    this.#run = run
    this.#connect = connect
    this.#onNode = onNode
  }

  readPlatform<R extends object>(statement: Statement, values: (string | null)[]): Promise<R[]> {
    return this.#run.platform((client) =>
      isCoordinator(client)
        ? this.#readOnCoordinator<R>(client, statement, values)
        : readShared(client, undefined, statement, values),
    )
  }

  async readSchool<R extends object>(schoolId: string, statement: Statement, values: (string | null)[]): Promise<R[]> {
    const place = this.#places.get(schoolId)
    const there = place && this.#texts.find(place.shard, statement)?.statement
    if (there && place.node.isOpen()) {
      try {
        return await place.node.connections.run((client) => readShared<R>(client, schoolId, there, values))
      } catch (error) {
        if (isOutdated(error)) this.#forget(schoolId, place, statement)
        else {
          if (isUnavailable(error) && !(error instanceof Refused)) place.node.rest()
          throw error
        }
      }
    }
    if (place && Date.now() - place.foundOn > rememberMs && !place.node.isOpen()) this.#places.delete(schoolId)
    return this.#run.app((client) => {
      const answer = readShared<R>(client, schoolId, statement, values)
      if (isCoordinator(client)) this.#learn(client, schoolId, statement, values).catch(() => undefined)
      return answer
    })
  }

  async close() {
    await Promise.all([...this.#nodes.values()].map(({ connections }) => connections.close()))
  }

  async #readOnCoordinator<R extends object>(client: pg.Client, statement: Statement, values: (string | null)[]) {
    const known = this.#texts.find(onCoordinator.shard, statement)
    if (known?.statement)
      try {
        return await readShared<R>(client, undefined, known.statement, values)
      } catch (error) {
        if (!isOutdated(error)) throw error
        this.#texts.forget(onCoordinator.shard, statement)
      }
    const answer = readShared<R>(client, undefined, statement, values)
    if (!known)
      this.#texts
        .learn(onCoordinator, { statement, values }, (text, asked) => client.query(text, asked))
        .catch(() => undefined)
    return answer
  }

  async #learn(client: pg.Client, schoolId: string, statement: Statement, values: (string | null)[]) {
    const place = this.#places.get(schoolId) ?? (await this.#findPlace(client, schoolId))
    if (this.#texts.find(place.shard, statement)) return
    await this.#texts.learn(place, { statement, values: [schoolId, ...values] }, (text, asked) =>
      withinTransaction(client, schoolId, () => client.query(text, asked)),
    )
  }

  async #findPlace(client: pg.Client, schoolId: string): Promise<Place> {
    const { rows } = await client.query<Omit<Place, 'node'> & { host: string; port: number }>(placeText, [schoolId])
    const { shard, group, host, port } = rows[0]!
    const name = `${host}:${port}`
    const tell = (failure?: unknown) => this.#onNode(name, failure)
    const node = this.#nodes.get(name) ?? new ClusterNode(this.#connect({ host, port }), tell)
    this.#nodes.set(name, node)
    const place = { shard, group, node, foundOn: Date.now() }
    if (this.#places.size > maxRemembered) this.#places.clear()
    this.#places.set(schoolId, place)
    return place
  }

  /** The whole node rests: where one shard has moved, others may be about to. */
  #forget(schoolId: string, { shard, node }: Place, statement: Statement) {
    this.#texts.forget(shard, statement)
    this.#places.delete(schoolId)
    node.rest()
  }
}

const placeText = `select p.shardid as shard, p.groupid::text as group, n.nodename as host, n.nodeport as port
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('memberships', $1::bigint)`
