/** Parts of the key of a sale's grant. */
export interface SaleKey {
  platform: string
  /** Code of the purchase, as the platform gave it. */
  purchase: string
  /** Product, offer or plan that was bought; '' where the platform names none. */
  item: string
}

export const escapeCode = (code: string) => code.replaceAll('%', '%25').replaceAll(':', '%3A')
const readCode = (text: string) => text.replaceAll('%3A', ':').replaceAll('%25', '%')

/** Beginning of the keys of all grants of a purchase; the item that was bought follows. */
export const makePurchaseKey = (platform: string, purchase: string) => `${platform}:${escapeCode(purchase)}:`

export const makeSaleKey = ({ platform, purchase, item }: SaleKey) =>
  `${makePurchaseKey(platform, purchase)}${escapeCode(item)}`

/** Takes a key apart; SQL does so with `app.sale_platform` and `app.sale_purchase`. */
export function readSaleKey(key: string): SaleKey {
  const [platform = '', purchase = '', item = ''] = key.split(':')
  return { platform, purchase: readCode(purchase), item: readCode(item) }
}

/** Describes, in the keys of grants, what an integration has sold to its class. */
export interface SoldItems {
  platform: string
  /** Beginning of the codes of its purchases; '' where that says nothing. */
  codes: string
  items: string[]
  /** True: the integration has sold every item except these. False: it has sold only these. */
  rest: boolean
}
