import { plans } from '@escola/contract/prices'
import { monthOf } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { AppError } from '../../../core/app-error.ts'
import type { School } from '../../../core/scope.ts'
import { type ChargeTools, countStudents } from '../../charges/student-charges.service.ts'
import { readBank } from '../../ledger/ledger.service.ts'

interface Addition {
  userIds: string[]
  mayOwe: boolean
}

/** Charge of an addition, under the key of its movement. */
export interface Counting {
  key: string
  cents: number
  mayOwe: boolean
}

type Read = <T>(work: (db: SchoolDb) => Promise<T>) => Promise<T>

const { freeStudents, eachStudent } = plans.onDemand
/** Cents of places of a month, in a school that is On Demand. */
const centsOf = (places: number[]) => places.filter((place) => place > freeStudents).length * eachStudent

const listCounted = (db: SchoolDb) =>
  db.selectFrom('counted_students').select(['month', 'user_id', 'place']).orderBy('month').orderBy('place').execute()

/** Users whom a school counts, by sales and by hand; each is new. They are in no class, so that no run counts any. */
export class CountedUsers {
  private readonly additions: Addition[] = []
  private readonly read: Read
  /** Additions that were refused though the school had what they cost. */
  private readonly faults: string[] = []
  /** Far above the ids of users that there are. */
  private last = 10 ** 12

  /** @param read reads the school, whatever interrupts its steps */
  constructor(read: Read) {
    this.read = read
  }

  async count(school: School, { users, mayOwe }: { users: number; mayOwe: boolean }, tools: ChargeTools) {
    const userIds = Array.from({ length: users }, () => String(++this.last))
    this.additions.push({ userIds, mayOwe })
    const grants = userIds.map((userId) => ({ userId, cohortId: '0', source: 'sale' }))
    try {
      await school.tx((db) => countStudents(db, grants, { mayOwe, publicIds: [] }, tools))
    } catch (error) {
      if (error instanceof AppError && error.code === 'balance_missing') await this.judgeRefusal(users, tools)
      throw error
    }
  }

  private async judgeRefusal(users: number, tools: ChargeTools): Promise<void> {
    const month = monthOf(tools.now())
    await this.read(async (db) => {
      const taken = (await listCounted(db)).filter((row) => row.month === month).length
      const cents = centsOf(Array.from({ length: users }, (_, index) => taken + index + 1))
      const { balance } = await readBank(db)
      if (Math.round(Number(balance) * 100) >= cents)
        this.faults.push(`an addition for ${cents} was refused with ${balance}`)
    })
  }

  /** @returns charges that there must be, and sentences of what is not as it should be */
  async judge(): Promise<{ countings: Counting[]; faults: string[] }> {
    const counted = await this.read(listCounted)
    const monthsOf = Map.groupBy(counted, ({ month }) => month)
    const gaps = [...monthsOf].flatMap(([month, rows]) =>
      rows.every(({ place }, index) => place === index + 1) ? [] : [`places of ${month} have gaps`],
    )
    const countings = this.additions.flatMap(({ userIds, mayOwe }) => {
      const rows = counted.filter(({ user_id }) => userIds.includes(user_id))
      if (rows.length > 0 && rows.length < userIds.length) gaps.push(`${rows.length} of ${userIds.length} are counted`)
      const first = rows.find(({ place }) => place > freeStudents)
      if (!first) return []
      const cents = centsOf(rows.map(({ place }) => place))
      return [{ key: `students:${first.month}:${first.user_id}`, cents, mayOwe }]
    })
    return { countings, faults: [...this.faults, ...gaps] }
  }
}
