import { cohorts } from '@escola/contract/cohorts.contract'
import { students } from '@escola/contract/students.contract'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { runsOf } from '../../../testing/property-runs.ts'
import { world } from '../../../testing/world.ts'
import { moveGrants } from '../../enrollments/moved-grants.service.ts'
import { sellersOf } from '../sales.testing.ts'

const places = 3

/** Model of a subscription that class 0 sold: its charges open the class where the school last put its student, and none once that is gone. */
class Model {
  at = 0
  isRemoved = false
  paid = new Set<number>()
  /** Class that each charge opens, by its number. */
  living = new Map<number, number>()
  gone = new Set<number>()

  /** Each event of one charge decides all charges of the subscription again. */
  pay(charge: number) {
    this.paid.add(charge)
    this.decide()
  }
  refund(charge: number) {
    this.paid.delete(charge)
    this.living.delete(charge)
    this.decide()
  }
  decide() {
    if (this.isRemoved || this.gone.has(this.at)) return
    for (const charge of this.paid) if (!this.living.has(charge)) this.living.set(charge, this.at)
  }
  move(from: number, to: number) {
    const moved = [...this.living].filter(([, at]) => at === from)
    for (const [charge] of moved) this.living.set(charge, to)
    if (moved.length > 0) this.at = to
  }
  remove(place: number) {
    if (![...this.living.values()].includes(place)) return
    this.isRemoved = true
    this.#end(place)
  }
  delete(place: number) {
    this.gone.add(place)
    this.#end(place)
  }
  #end(place: number) {
    for (const [charge, at] of this.living) if (at === place) this.living.delete(charge)
  }
  members = (place: number) => ([...this.living.values()].includes(place) ? 1 : 0)
}

const place = fc.nat(places - 1)
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('pay' as const) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('move' as const), from: place, to: place }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund' as const), charge: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('again' as const), charge: fc.nat(4) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), place }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('remove' as const), place }) },
)
type Step = typeof step extends fc.Arbitrary<infer Each> ? Each : never
const pay: Step = { kind: 'pay' }
const move = (from: number, to: number): Step => ({ kind: 'move', from, to })
const again = (charge: number): Step => ({ kind: 'again', charge })
const refund = (charge: number): Step => ({ kind: 'refund', charge })
const histories: Step[][] = [
  // A charge comes between two moves, and the earlier charge ends meanwhile.
  [pay, move(0, 1), pay, refund(0), move(1, 2), pay],
  [pay, move(0, 1), pay, refund(0), move(1, 0), pay],
  // The latest charge ends before the second move.
  [pay, move(0, 1), pay, refund(1), move(1, 2), pay],
  [pay, move(0, 1), { kind: 'delete', place: 1 }, pay],
  [pay, move(0, 1), pay, refund(0), move(1, 2), { kind: 'delete', place: 1 }, pay],
  // An earlier charge, reported again, brings back no student taken out by the school.
  [pay, pay, refund(1), { kind: 'remove', place: 0 }, again(0), pay],
]

it('the charges of a subscription open the class where its student is, however often they are moved, paid back and told again', async () => {
  const w = await world()
  const shop = sellersOf(w)
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const s = await shop.makeSeller()
      const classes = [s.cohort, await s.make.cohort(), await s.make.cohort()]
      const model = new Model()
      const deliver = async (event: string, charge: number) => {
        await s.hotmart(event, { transaction: `HP${charge}`, subscription: 'S1' })
        await s.work()
      }
      const memberIds = async () =>
        (await s.tx((db) => db.selectFrom('enrollments').select('user_id').execute())).map(({ user_id }) => user_id)
      let charges = 0
      for (const each of steps) {
        if (each.kind === 'pay') {
          model.pay(charges)
          await deliver('PURCHASE_APPROVED', charges++)
        } else if (each.kind === 'refund') {
          if (each.charge >= charges) continue
          model.refund(each.charge)
          await deliver('PURCHASE_REFUNDED', each.charge)
        } else if (each.kind === 'again') {
          if (!model.paid.has(each.charge)) continue
          model.decide()
          await deliver('PURCHASE_COMPLETE', each.charge)
        } else if (each.kind === 'move') {
          if (each.from === each.to || model.gone.has(each.from) || model.gone.has(each.to)) continue
          const ids = { cohortId: classes[each.from]!.id, targetId: classes[each.to]!.id }
          const userIds = await memberIds()
          await s.tx((db) => moveGrants(db, { ...ids, userIds, movedBy: s.as.userId }, w.tools))
          model.move(each.from, each.to)
        } else if (each.kind === 'remove') {
          const classId = classes[each.place]!.id
          for (const userId of await memberIds())
            await w.call(students.removeFromCohort, { as: s.as, params: { userId, classId } })
          model.remove(each.place)
        } else {
          if (each.place === 0 || model.gone.has(each.place)) continue
          expect(
            (
              await w.call(cohorts.remove, {
                as: s.as,
                params: { id: classes[each.place]!.id },
                body: { renewals_to: null },
              })
            ).status,
          ).toBe(200)
          model.delete(each.place)
        }
        const enrolled = await s.tx((db) => db.selectFrom('enrollments').select('cohort_id').execute())
        const found = classes.map(({ id }) => enrolled.filter(({ cohort_id }) => cohort_id === id).length)
        expect(found).toEqual(classes.map((_, at) => model.members(at)))
      }
    }),
    {
      numRuns: runsOf(15),
      endOnFailure: false,
      examples: histories.map((history): [Step[]] => [history]),
    },
  )
}, 1_200_000)
