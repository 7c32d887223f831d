import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { bookMovement, findMoment, findTaken, lockBank } from '../ledger/ledger.service.ts'
import { readPlan } from '../plans/plans.service.ts'
import { type ChargeTools, requireBalance } from './student-charges.service.ts'

interface ChargedSms {
  messageId: string
  /** Undefined where the student was erased meanwhile. */
  userId: string | undefined
}

const keyOf = ({ messageId }: Pick<ChargedSms, 'messageId'>) => `sms:${messageId}`

/** Charges a text message in the transaction that queues it, and refuses it when the balance is not enough. */
export async function chargeSms(db: SchoolDb, sms: ChargedSms, tools: ChargeTools): Promise<void> {
  if (!tools.billing.isOn) return
  const bank = await lockBank(db)
  const { eachSms } = await readPlan(db)
  requireBalance(eachSms, bank.balance_cents)
  await bookMovement(
    db,
    {
      key: keyOf(sms),
      kind: 'sms',
      userId: sms.userId,
      transfers: [{ from: 'balance', to: 'revenue.sms', unit: 'cents', amount: eachSms }],
    },
    tools,
  )
}

/** Finds when a text message was charged; undefined for one that cost nothing. */
export const findChargedOn = (db: SchoolDb, messageId: string): Promise<Date | undefined> =>
  findMoment(db, keyOf({ messageId }))

/** Gives the price of a text message back, once, that the provider did not take or did not deliver. One that cost nothing gives nothing back. */
export async function returnSms(db: SchoolDb, sms: ChargedSms, tools: Clock): Promise<void> {
  await lockBank(db)
  const cents = await findTaken(db, keyOf(sms))
  if (cents === 0) return
  await bookMovement(
    db,
    {
      key: `sms_returned:${sms.messageId}`,
      kind: 'sms_returned',
      userId: sms.userId,
      transfers: [{ from: 'revenue.sms', to: 'balance', unit: 'cents', amount: cents }],
    },
    tools,
  )
}
