import { minuteMs } from '@escola/contract/durations'
import type { PlanId } from '@escola/contract/prices'
import type { ChargesModel } from './charges-model.testing.ts'

/** Number of students who come and go. */
export const people = 22

export type Step =
  | { kind: 'join'; users: number[] }
  | { kind: 'add' | 'leave'; user: number }
  | { kind: 'pass'; hours: number }
  | { kind: 'plan'; plan: PlanId }
  | { kind: 'pay'; cents: number }
  | { kind: 'sms' | 'fail' | 'domain' | 'block' | 'run' }

/** A school that does what the model says. */
export interface ChargedSchool {
  /** Lets students join by sales; by hand where mayOwe is false, which answers false where they are refused. */
  join(users: number[], mayOwe: boolean): Promise<boolean>
  leave(user: number): Promise<unknown>
  changePlan(plan: PlanId): Promise<unknown>
  setBlocked(isBlocked: boolean): Promise<unknown>
  pay(cents: number): Promise<unknown>
  /** Answers false where the message is refused. */
  sendSms(number: number): Promise<boolean>
  failSms(number: number): Promise<unknown>
  beginDomain(): Promise<unknown>
  endDomain(): Promise<unknown>
  run(): Promise<unknown>
}

/** Does a step in the model and in the school. @returns a sentence where both disagree about a refusal */
export async function takeStep(each: Step, model: ChargesModel, school: ChargedSchool): Promise<string | undefined> {
  model.now += minuteMs
  switch (each.kind) {
    case 'join':
      model.join(each.users)
      await school.join(each.users, true)
      return
    case 'add': {
      // Refusals depend on the balance, so that no run may be late.
      await school.run()
      const before = model.balance()
      const grants = model.grants.length
      model.join([each.user])
      const cost = before - model.balance()
      const isRefused = cost > 0 && before < cost
      if (isRefused) model.grants.length = grants
      return disagree(!isRefused, await school.join([each.user], false), 'addition')
    }
    case 'leave': {
      const grant = model.livingOf(each.user)
      if (grant) grant.until = model.now
      await school.leave(each.user)
      return
    }
    case 'pass':
      model.now += each.hours * 60 * minuteMs
      return
    case 'plan':
      if (model.stateAt(model.now).plan !== each.plan) model.change({ plan: each.plan })
      await school.changePlan(each.plan)
      return
    case 'pay':
      model.given += each.cents
      await school.pay(each.cents)
      return
    case 'sms': {
      await school.run()
      const isTaken = model.balance() >= 75
      const isSent = await school.sendSms(model.sms.length)
      if (isTaken) model.sms.push({ on: model.now, returnedOn: undefined })
      return disagree(isTaken, isSent, 'message')
    }
    case 'fail': {
      const number = model.sms.length - 1
      if (number < 0) return
      model.sms[number]!.returnedOn ??= model.now
      await school.failSms(number)
      return
    }
    case 'domain': {
      const use = model.use()
      if (use) use.until = model.now
      else model.uses.push({ from: model.now, until: Infinity })
      await (use ? school.endDomain() : school.beginDomain())
      return
    }
    case 'block': {
      // The job that an opening writes runs before the next block.
      await school.run()
      const isBlocked = model.isOpen(model.now)
      model.change({ isBlocked })
      await school.setBlocked(isBlocked)
      await school.run()
      return
    }
    case 'run':
      await school.run()
      await school.run()
  }
}

const disagree = (expected: boolean, actual: boolean, what: string) =>
  expected === actual ? undefined : `the ${what} is ${actual ? 'taken' : 'refused'}`
