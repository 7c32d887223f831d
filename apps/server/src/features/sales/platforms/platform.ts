import type { SaleReason } from '@escola/contract/sale-reasons'
import type { SalesPlatformName } from '@escola/contract/sales'
import type { Credentials } from '../../sales-accounts/account-proofs.service.ts'
import type { Amount } from './amounts.ts'

/** One call of a platform, as it came. */
export interface Delivery {
  /** Headers by their names in lower case. */
  headers: Record<string, string | undefined>
  query: Record<string, string | undefined>
  raw: Buffer
  /** The body that `parseBody` read; {} for an empty one. */
  body: Record<string, unknown>
  /** The body can't be read, and stands there as an empty one. */
  isUnread?: true
}

/** The student when the delivery names one, else the payer; '' for a field that is not known. */
export interface Buyer {
  name: string
  /** Text as it was typed, where it is no e-mail address. */
  email: string
  cellphone: string
  document: string
}

/** Sale that one delivery reports. */
export interface Sale {
  /** The platform's own id of this delivery. Without one, its transaction and event tell deliveries apart. */
  eventId: string | null
  /** The platform's own name of the event, for the log that administrators read. */
  event: string
  action: 'enroll' | 'revoke' | 'amend' | 'ignore'
  /** A transaction takes back what it opened itself; a subscription ends at `until` where the school keeps paid periods. */
  revokes?: 'transaction' | 'subscription'
  /** It was paid back: no later report of this purchase opens anything. A refused card, which may be tried again, is canceled alone. */
  isFinal?: true
  /** Access ends when it happened, whatever was paid. */
  isAtOnce?: true
  /** Change of a subscription that neither begins nor ends it. */
  amends?: 'charge_moved' | 'subscription_resumed' | 'plan_switched'
  /** Until when it is paid, if the delivery says. A subscription that ends without it leaves what its charge has paid; a charge without it has no end. */
  until: Date | null
  /** That is the end of a term, which no other payment continues: it has no grace. */
  isTerm?: true
  /** Part of the transaction that is paid and canceled by itself. */
  line?: string
  transaction: string | null
  subscription: string | null
  /**
   * Buyer and product of a subscription, where the platform gives a subscription no code: a sale begins one, and other events are of the latest. It names a person, and
   * is never kept.
   */
  tie?: { text: string; begins: boolean }
  /** Ids of all items. */
  productIds: string[]
  /** Ids of offers and plans. */
  offerIds: string[]
  /** Things that were sold together, each by all ids that may open its class, the main one first; left out for one. */
  items?: string[][]
  /** Plans that are left for another. */
  droppedIds?: string[]
  productName: string
  buyer: Buyer
  /** Price of the whole sale; left out where the delivery does not say it, or not in which unit. */
  amount?: Amount
  /** When it happened, if the delivery says. */
  occurredOn: Date | null
  /** Why nothing is done; every 'ignore' has one. */
  reason?: SaleReason
  /** The part of the delivery that the reason's sentence names. */
  reasonDetail?: string
}

export interface PaymentLookup {
  /** @returns null when there is no such payment; throws when the platform cannot be asked now, or the token is refused */
  fetchPayment(accessToken: string, id: string): Promise<unknown>
}

export interface SalesPlatform {
  name: SalesPlatformName
  /** Ids by which the class is looked up, before anything is believed. */
  productIdsOf(delivery: Delivery): string[]
  /** A secret that the delivery itself shows, to find whose account it is; null where only a signature proves it. */
  shownSecret(delivery: Delivery): string | null
  /** Whether the delivery proves that it knows the code. An empty code never proves anything. */
  proves(delivery: Delivery, credentials: Credentials): boolean
  /** A test or a check of the address: it is answered, and no sale is kept. */
  isTest(delivery: Delivery): boolean
  /** Header that names the event: deliveries of other events are different ones, also where their bytes are the same. */
  eventHeader?: string
  /** Its shops number their purchases by themselves: two accounts may tell of the same code. */
  countsPerAccount?: true
  /**
   * The delivery turns an access on or off, moves no money and names no event, as no moment: its latest arrival counts. All other deliveries that say
   * the same are the same.
   */
  isSwitch?(delivery: Delivery): boolean
  /** Bodies of the sales of a delivery that reports several, each of which is kept by itself; none for all others. */
  listParts?(delivery: Delivery): Record<string, unknown>[]
  /** Query string that says all that a notice says, where that is only which payment it is about. */
  noticeOf?(delivery: Delivery): Record<string, string>
  /** Reads the sale of a delivery. Throws only what `fetchPayment` throws. */
  read(delivery: Delivery, look: PaymentLookup, credentials: Credentials): Promise<Sale>
}
