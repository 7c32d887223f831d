import {
  isUnavailable,
  Refused,
  type SharedConnections,
  type Statement,
  type TextValue,
  type Wire,
  withinTransaction,
} from '@escola/db-wire'
import type pg from 'pg'
import { isCoordinator } from './cluster.ts'
import { ClusterNode } from './cluster-node.ts'
import { type RunOnShared, readInSchool, type ShortReads } from './coordinator-reads.ts'
import { isOutdated, LearnedTexts } from './learned-texts.ts'

/** Milliseconds after which a school is looked for again whose node cannot be asked. */
const cacheMs = 60_000
const maxCached = 10_000

/** Opens shared connections to a node. */
type Connect = (node: { host: string; port: number }) => SharedConnections
/** Is called with the failure when a node can no longer be asked directly, and without one when it can again. */
export type OnNode = (node: string, failure?: unknown) => void

/** The place of a school's rows. */
interface Place {
  shard: string
  group: string
  node: ClusterNode
  /** The moment at which it was found; the rows may be elsewhere since. */
  foundOn: number
}
const onCoordinator = { shard: '', group: '0' }

/**
 * Short reads that ask a cluster's nodes directly. Each statement is soon sent to the node with the school's rows, in a text that was learned from
 * the coordinator, so that it is planned once and for all. Until the text is learned, and whenever a node cannot be asked, the coordinator
 * is asked. One PostgreSQL without nodes is asked as CoordinatorReads does.
 */
export class NodeReads implements ShortReads {
  readonly #wire: Wire
  readonly #run: { app: RunOnShared; platform: RunOnShared }
  readonly #connect: Connect
  readonly #onNode: OnNode
  readonly #texts = new LearnedTexts()
  readonly #nodes = new Map<string, ClusterNode>()
  /** The keys are schools. */
  readonly #places = new Map<string, Place>()

  /** @param wire one that sends types, which learned texts no longer imply, over pipelined connections */
  constructor(
    wire: Wire,
    run: { app: RunOnShared; platform: RunOnShared },
    connect: Connect,
    onNode: OnNode = () => undefined,
  ) {
    if (!wire.sendsTypes) throw new Error('To read from nodes takes the fast wire.')
    this.#wire = wire
    this.#run = run
    this.#connect = connect
    this.#onNode = onNode
  }

  readPlatform<R extends object>(statement: Statement, values: TextValue[]): Promise<R[]> {
    return this.#run.platform((client) =>
      isCoordinator(client)
        ? this.#readOnCoordinator<R>(client, statement, values)
        : this.#wire.read<R>(client, undefined, statement, values),
    )
  }

  async readSchool<R extends object>(schoolId: string, statement: Statement, values: TextValue[]): Promise<R[]> {
    const place = this.#places.get(schoolId)
    const learned = place && this.#texts.find(place.shard, statement)?.statement
    if (learned && place.node.isOpen()) {
      try {
        return await place.node.connections.run((client) => this.#wire.read<R>(client, schoolId, learned, values))
      } catch (error) {
        if (isOutdated(error)) this.#forget(schoolId, place, statement)
        else {
          if (isUnavailable(error) && !(error instanceof Refused)) place.node.rest()
          throw error
        }
      }
    }
    if (place && Date.now() - place.foundOn > cacheMs && !place.node.isOpen()) this.#places.delete(schoolId)
    return this.#run.app((client) => {
      const answer = readInSchool<R>(this.#wire, client, schoolId, statement, values)
      // Until its node is learned, a school is read from the coordinator.
      if (isCoordinator(client)) this.#learn(client, schoolId, statement, values).catch(() => undefined)
      return answer
    })
  }

  async close() {
    await Promise.all([...this.#nodes.values()].map(({ connections }) => connections.close()))
  }

  async #readOnCoordinator<R extends object>(client: pg.Client, statement: Statement, values: TextValue[]) {
    const learned = this.#texts.find(onCoordinator.shard, statement)
    if (learned?.statement)
      try {
        return await this.#wire.read<R>(client, undefined, learned.statement, values)
      } catch (error) {
        if (!isOutdated(error)) throw error
        this.#texts.forget(onCoordinator.shard, statement)
      }
    const answer = this.#wire.read<R>(client, undefined, statement, values)
    // Until its text is learned, a statement is read from the coordinator.
    if (!learned)
      this.#texts
        .learn(onCoordinator, { statement, values }, (text, parameters) => client.query(text, parameters))
        .catch(() => undefined)
    return answer
  }

  async #learn(client: pg.Client, schoolId: string, statement: Statement, values: TextValue[]) {
    const place = this.#places.get(schoolId) ?? (await this.#findPlace(client, schoolId))
    if (this.#texts.find(place.shard, statement)) return
    await this.#texts.learn(place, { statement, values: [schoolId, ...values] }, (text, parameters) =>
      withinTransaction(client, schoolId, () => client.query(text, parameters)),
    )
  }

  async #findPlace(client: pg.Client, schoolId: string): Promise<Place> {
    const { rows } = await client.query<Omit<Place, 'node'> & { host: string; port: number }>(placeText, [schoolId])
    const { shard, group, host, port } = rows[0]!
    const name = `${host}:${port}`
    const onChange = (failure?: unknown) => this.#onNode(name, failure)
    const node = this.#nodes.get(name) ?? new ClusterNode(this.#connect({ host, port }), onChange)
    this.#nodes.set(name, node)
    const place = { shard, group, node, foundOn: Date.now() }
    if (this.#places.size > maxCached) this.#places.clear()
    this.#places.set(schoolId, place)
    return place
  }

  /** The whole node rests: when one shard has moved, others may be about to. */
  #forget(schoolId: string, { shard, node }: Place, statement: Statement) {
    this.#texts.forget(shard, statement)
    this.#places.delete(schoolId)
    node.rest()
  }
}

const placeText = `select p.shardid as shard, p.groupid::text as group, n.nodename as host, n.nodeport as port
  from pg_dist_placement p join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
  where p.shardid = get_shard_id_for_distribution_column('memberships', $1::bigint)`
