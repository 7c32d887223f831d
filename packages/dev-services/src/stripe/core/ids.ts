import { randomBytes } from 'node:crypto'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

export const randomLetters = (count: number): string =>
  Array.from(randomBytes(count), (byte) => letters[byte % letters.length]).join('')

/** An id in the length of Stripe's own; those of older kinds are shorter. */
export const newId = (prefix: string): string =>
  `${prefix}_${/^(cus|prod|sub_item|si)$/.test(prefix) ? randomLetters(14) : `1${randomLetters(23)}`}`

export const newClientSecret = (id: string): string => `${id}_secret_${randomLetters(25)}`
