import { isRefusedRow, type Schools } from '@escola/db'
import PQueue from 'p-queue'
import { runShared } from '../../../core/current-caller.ts'
import { jobs } from '../../../jobs/catalogue.ts'
import { writeOfJob } from '../../../jobs/enqueue.ts'
import type { RelayNotifier } from '../../../jobs/relay-notifier.ts'
import { type NewSale, writeOfRepeat, writeOfSale } from './kept-deliveries.queries.ts'

interface Waiting {
  schoolId: string
  sale: NewSale
  resolve(): void
  reject(error: unknown): void
  /** It came before. */
  isRepeat?: boolean
}

/** Deliveries of one transaction. */
const mostTogether = 64
/** Deliveries that came before and are counted at once. */
const mostRepeats = 2

/**
 * Keeps deliveries, those that come while others are being kept in one transaction: each commit waits for the disk, and a launch brings hundreds in a
 * second. They are kept in one order, so that the same deliveries at two servers never wait for each other in a circle.
 */
export class DeliveryKeeper {
  readonly #schools: Pick<Schools, 'writeSchools'>
  readonly #relay: Pick<RelayNotifier, 'notify'>
  #waiting: Waiting[] = []
  #isKeeping = false
  /** Deliveries that came before wait for rows that jobs hold, so few of them at once take a connection of those that are new. */
  readonly #repeats = new PQueue({ concurrency: mostRepeats })

  constructor(schools: Pick<Schools, 'writeSchools'>, relay: Pick<RelayNotifier, 'notify'>) {
    this.#schools = schools
    this.#relay = relay
  }

  /** Keeps a delivery of a school; it returns once the disk has it. */
  keep(schoolId: string, sale: NewSale): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ schoolId, sale, resolve, reject })
      if (!this.#isKeeping) void runShared(() => this.#keepAll())
    })
  }

  async #keepAll() {
    this.#isKeeping = true
    // Deliveries of one turn of the event loop go together.
    await Promise.resolve()
    while (this.#waiting.length > 0) {
      const some = this.#waiting.splice(0, mostTogether).sort(inOrder)
      await this.#keep(some)
      this.#relay.notify()
    }
    // No turn lies between the last look at what waits and this, so that no delivery waits for a run that has ended.
    this.#isKeeping = false
  }

  async #keep(some: Waiting[]): Promise<void> {
    try {
      await this.#schools.writeSchools(some.map(partOf))
      for (const each of some)
        if (each.isRepeat) void this.#repeats.add(() => this.#repeat(each))
        else each.resolve()
    } catch (error) {
      // A delivery that is refused, as one of a deleted school is, does not hold up the others.
      if (some.length > 1 && isRefusedRow(error)) for (const each of some) await this.#keep([each])
      else for (const { reject } of some) reject(error)
    }
  }

  /** Counts a delivery that came before, by itself: its row may be held by the job that does it, for which no other delivery waits. */
  async #repeat({ schoolId, sale, resolve, reject }: Waiting): Promise<void> {
    try {
      const next = (kept: Kept[]) => (sale.is_switch ? kept.map(jobOf) : [])
      await this.#schools.writeSchools([{ schoolId, write: writeOfRepeat(sale), next }])
      if (sale.is_switch) this.#relay.notify()
      resolve()
    } catch (error) {
      reject(error)
    }
  }
}

interface Kept {
  id: string
}
const jobOf = ({ id }: Kept) => writeOfJob(jobs.processSale, { saleId: id })

const partOf = (waiting: Waiting) => ({
  schoolId: waiting.schoolId,
  write: writeOfSale(waiting.sale),
  next: (kept: Kept[]) => {
    waiting.isRepeat = kept.length === 0
    return kept.map(jobOf)
  },
})

const inOrder = (one: Waiting, other: Waiting) =>
  Number(one.schoolId) - Number(other.schoolId) || (one.sale.delivery_hash < other.sale.delivery_hash ? -1 : 1)
