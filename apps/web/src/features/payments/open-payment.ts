import type { PayableItem } from '@escola/contract/prices'
import { randomKey } from '../../api/random-key.ts'
import { tabStore } from '../../api/storage.ts'

const keyOf = (schoolId: string, item: PayableItem) => `escola.payment.${schoolId}.${item}`

/**
 * The payment of a purchase that has not ended. Its id is made once and stays over a double click, the way back and a reload, so that no second one
 * can be charged.
 */
export const readOpenPayment = (schoolId: string, item: PayableItem) =>
  tabStore.read(keyOf(schoolId, item)) ?? undefined

export function takeOpenPayment(schoolId: string, item: PayableItem): string {
  const id = readOpenPayment(schoolId, item) ?? randomKey()
  tabStore.write(keyOf(schoolId, item), id)
  return id
}

/** Ends the purchase: the next one is another payment. */
export const endOpenPayment = (schoolId: string, item: PayableItem) => tabStore.write(keyOf(schoolId, item), null)
