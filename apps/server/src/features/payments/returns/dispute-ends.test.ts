import { expect, it } from 'vitest'
import { isLost, isUndone } from './dispute-ends.ts'

type Dispute = Parameters<typeof isLost>[0]
const dispute = (status: Dispute['status'], ...amounts: number[]): Dispute => ({
  status,
  balance_transactions: amounts.map((amount) => ({ amount })) as Dispute['balance_transactions'],
})

it.each([
  ['is lost', dispute('lost', -2990), [true, false]],
  ['is won', dispute('won', -2990, 2990), [false, true]],
  ['is open', dispute('needs_response', -2990), [false, false]],
  ['was prevented, and moved no money', dispute('prevented'), [false, true]],
  ['was prevented, and its money came back', dispute('prevented', -2990, 2990), [false, true]],
  ['was prevented by paying the cardholder', dispute('prevented', -2990), [true, false]],
])('tells what became of the money of a dispute that %s', (_, given, expected) => {
  expect([isLost(given), isUndone(given)]).toEqual(expected)
})
