import { type Caller, Refused, SharedPlaces } from '@escola/db-wire'
import type pg from 'pg'

/** Part of a pool's connections that the transactions of one caller may hold at once. */
const callersPart = 1 / 3

interface PoolLimits {
  callerOf: () => Caller | undefined
  mostWaiting: number
  /** Time for which a transaction waits for the others of its caller. */
  answerWithinMillis: number
}

interface Turns {
  underWay: number
  waiting: (() => void)[]
}

/**
 * A pool of connections that callers share. One whose transactions wait for each other's locks holds a third of the connections, and not all of them; their
 * further ones wait for their own. Transactions without a caller go as they come.
 */
export class SharedPool {
  readonly connections: pg.Pool
  readonly #callerOf: () => Caller | undefined
  readonly #mostWaiting: number
  readonly #answerWithinMillis: number
  readonly #places = new SharedPlaces()
  readonly #turns = new Map<string, Turns>()

  /** @param mostWaiting transactions that may wait for a connection; further ones are refused, and before that those of a caller who has many waiting */
  constructor(connections: pg.Pool, { callerOf, mostWaiting, answerWithinMillis }: PoolLimits) {
    this.connections = connections
    this.#callerOf = callerOf
    this.#mostWaiting = mostWaiting
    this.#answerWithinMillis = answerWithinMillis
  }

  /** Runs what uses one connection, and takes it from the pool itself. */
  async run<T>(use: (pool: pg.Pool) => Promise<T>): Promise<T> {
    const caller = this.#callerOf()
    const { max } = this.connections.options
    if (this.#places.refuses(caller, this.#mostWaiting + max)) throw new Refused('too many wait')
    this.#places.take(caller)
    try {
      if (!caller) return await use(this.connections)
      const turns = this.#turnsOf(caller)
      if (turns.underWay >= Math.ceil(max * callersPart)) await untilTurn(turns, this.#answerWithinMillis)
      else turns.underWay++
      try {
        return await use(this.connections)
      } finally {
        this.#endTurn(caller, turns)
      }
    } finally {
      this.#places.free(caller)
    }
  }

  #turnsOf({ key }: Caller): Turns {
    const turns = this.#turns.get(key) ?? { underWay: 0, waiting: [] }
    this.#turns.set(key, turns)
    return turns
  }

  /** Gives the turn to the caller's next transaction, if one waits. */
  #endTurn({ key }: Caller, turns: Turns) {
    const next = turns.waiting.shift()
    if (next) next()
    else if (--turns.underWay === 0) this.#turns.delete(key)
  }
}

/** Waits until an earlier transaction gives its turn on. */
const untilTurn = ({ waiting }: Turns, withinMs: number) =>
  new Promise<void>((resolve, reject) => {
    const begin = () => {
      clearTimeout(timer)
      resolve()
    }
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(begin), 1)
      reject(new Refused('the transactions of one caller take too long'))
    }, withinMs)
    waiting.push(begin)
  })
