import { expect, it } from 'vitest'
import { errors } from './errors.ts'
import { payWays } from './payments.contract.ts'
import {
  isUnpaidView,
  offersOf,
  type PlanAct,
  type PlanStanding,
  planActs,
  planNexts,
  planStates,
  planViews,
  refusalOfAct,
  viewOf,
} from './plan-rules.ts'
import { planIds } from './prices.ts'

const standings: PlanStanding[] = planIds.flatMap((plan) =>
  payWays.flatMap((way) =>
    planStates.flatMap((state) =>
      planNexts.flatMap((next) =>
        [true, false].flatMap((isBlocked) =>
          [true, false].map((isOtherCharged) => ({ plan, way, state, next, isBlocked, isOtherCharged })),
        ),
      ),
    ),
  ),
)

/** One rule: acts, the standings that it is about ('*' is any value), and the answer. The first rule that fits decides. */
type Rule = [acts: string, plan: string, way: string, state: string, next: string, more: string, answer: string]
const rules: Rule[] = [
  ['take', 'onDemand', '*', '*', '*', 'open', 'yes'],
  ['take', 'onDemand', '*', '*', '*', 'blocked', 'school_blocked'],
  ['markPaid', 'onDemand', '*', '*', '*', '*', 'plan_nothing_unpaid'],
  ['*', 'onDemand', '*', '*', '*', '*', 'subscription_missing'],
  ['take upgrade smaller keep', '*', '*', '*', '*', 'blocked', 'school_blocked'],
  ['take', '*', '*', '*', '*', '*', 'plan_is_current'],
  ['upgrade', 'super', '*', '*', '*', '*', 'plan_is_current'],
  ['smaller', 'middle', '*', '*', '*', '*', 'plan_is_current'],

  ['upgrade smaller keep cancel otherCard toPix markPaid', '*', '*', 'charging', '*', '*', 'plan_renewal_under_way'],
  ['payNow', '*', 'card', 'charging', '*', '*', 'plan_renewal_under_way'],
  ['payNow', '*', 'pix', 'charging', '*', '*', 'yes'],

  ['cancel', '*', '*', '*', '*', '*', 'yes'],
  ['upgrade', '*', '*', 'paid', '*', '*', 'yes'],
  ['upgrade', '*', '*', '*', '*', '*', 'plan_is_overdue'],
  ['smaller', '*', '*', 'paid due grace', '*', '*', 'yes'],
  ['smaller', '*', '*', 'ended', '*', '*', 'plan_is_overdue'],
  ['keep', '*', '*', 'paid due', '*', '*', 'yes'],
  ['keep', '*', 'card', 'grace', '*', 'other', 'plan_is_overdue'],
  ['keep', '*', '*', 'grace', '*', '*', 'yes'],
  ['keep', '*', '*', 'ended', 'none', '*', 'yes'],
  ['keep', '*', '*', 'ended', '*', '*', 'subscription_missing'],
  ['payNow markPaid', '*', '*', '*', 'none', '*', 'plan_nothing_unpaid'],
  ['payNow', '*', 'pix', '*', '*', '*', 'yes'],
  ['payNow markPaid', '*', '*', 'paid', '*', '*', 'plan_nothing_unpaid'],
  ['payNow markPaid', '*', '*', 'due grace ended', '*', '*', 'yes'],
  ['otherCard toPix', '*', '*', 'ended', '*', '*', 'subscription_missing'],
  ['otherCard', '*', 'pix', 'due grace', '*', '*', 'plan_is_overdue'],
  ['otherCard toPix', '*', '*', '*', '*', '*', 'yes'],
]

const fits = (asked: string, is: string) => asked === '*' || asked.split(' ').includes(is)

function answerOf(act: PlanAct, standing: PlanStanding): string {
  const { plan, way, state, next, isBlocked, isOtherCharged } = standing
  const [, , , , , , answer] = rules.find(
    ([acts, plans, ways, states, nexts, more]) =>
      fits(acts, act) &&
      fits(plans, plan) &&
      fits(ways, way) &&
      fits(states, state) &&
      fits(nexts, next) &&
      (more === '*' ||
        (more === 'open' && !isBlocked) ||
        (more === 'blocked' && isBlocked) ||
        (more === 'other' && isOtherCharged)),
  )!
  return answer
}

it('answers each act in each standing as the list of rules says', () => {
  expect(standings).toHaveLength(360)
  for (const standing of standings)
    for (const act of planActs)
      expect({ ...standing, act, answer: refusalOfAct(act, standing) ?? 'yes' }).toEqual({
        ...standing,
        act,
        answer: answerOf(act, standing),
      })
})

it('has a text for each refusal', () => {
  const refusals = standings.flatMap((standing) => planActs.flatMap((act) => refusalOfAct(act, standing) ?? []))
  for (const refusal of new Set(refusals)) expect(errors[refusal].pt).not.toBe('')
})

it('allows a school that is not blocked something in each standing, but for the moments in which its card is charged', () => {
  const ownActs = planActs.filter((act) => act !== 'markPaid')
  for (const standing of standings.filter(
    (each) => !each.isBlocked && !(each.state === 'charging' && each.way === 'card'),
  ))
    expect(
      ownActs.filter((act) => !refusalOfAct(act, standing)),
      JSON.stringify(standing),
    ).not.toEqual([])
})

it('keeps, cancels, moves and upgrades nothing while a charge is under way', () => {
  for (const standing of standings.filter(({ plan, state }) => plan !== 'onDemand' && state === 'charging'))
    for (const act of ['upgrade', 'smaller', 'keep', 'cancel', 'otherCard', 'toPix', 'markPaid'] as const)
      expect(refusalOfAct(act, standing), JSON.stringify({ ...standing, act })).toBeDefined()
})

it('offers on each screen what may be done in all its standings, and nothing that changes nothing', () => {
  const seen = new Set<string>()
  for (const standing of standings) {
    const { way, next } = standing
    const view = viewOf(standing)
    seen.add(view)
    const offered = offersOf({ view, pays_with: way })
    const refused = offered.filter((act) => refusalOfAct(act, standing))
    expect(refused, JSON.stringify({ ...standing, view })).toEqual([])
    expect(offered.includes('toPix') && way === 'pix').toBe(false)
    expect(offered.includes('keep') && next === 'same').toBe(false)
    expect(offered.includes('cancel') && next === 'none').toBe(false)
  }
  expect([...seen].toSorted()).toEqual(planViews.toSorted())
})

it('asks for a month on the screens of the grace, unless the plan ends', () => {
  const unpaid = standings.filter(
    ({ plan, state, isBlocked }) => plan !== 'onDemand' && state === 'grace' && !isBlocked,
  )
  const silent = unpaid.filter((standing) => !isUnpaidView(viewOf(standing)))
  expect(silent.filter(({ next }) => next !== 'none')).toEqual([])
})
