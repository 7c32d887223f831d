export const escapeCode = (code: string) => code.replaceAll('%', '%25').replaceAll(':', '%3A')
export const readCode = (text: string) => text.replaceAll('%3A', ':').replaceAll('%25', '%')

/** Beginning of the keys of all grants of a purchase; the item that was bought follows. */
export const makePurchaseKey = (platform: string, transaction: string) => `${platform}:${escapeCode(transaction)}:`

/** Describes, in the keys of grants, what an integration has sold to its class. */
export interface SoldItems {
  platform: string
  /** Beginning of the codes of its purchases; '' where that says nothing. */
  codes: string
  items: string[]
  /** It has sold all but these items. */
  rest: boolean
}
