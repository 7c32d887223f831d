/** Why a card is refused, in Stripe's words. */
export interface Decline {
  code: string
  decline_code?: string
  param?: string
  message: string
}

export interface TestCard {
  number: string
  brand: string
  /** Names after `pm_card_` that stand for it. */
  names: string[]
  country?: string
  funding?: 'credit' | 'debit' | 'prepaid'
  /** Refuses each use; with `fromCharge` it can be saved, and refuses to pay. */
  decline?: Decline
  fromCharge?: boolean
  /** Whether the cardholder has to be asked at each payment, or until it was set up. */
  authenticates?: 'always' | 'unless_set_up'
  disputes?: boolean
}

const declinedAs = (decline_code: string, message = 'Your card was declined.'): Decline => ({
  code: 'card_declined',
  decline_code,
  message,
})

export const declines = {
  generic: declinedAs('generic_decline'),
  funds: declinedAs('insufficient_funds', 'Your card has insufficient funds.'),
  lost: declinedAs('lost_card'),
  stolen: declinedAs('stolen_card'),
  fraudulent: declinedAs('fraudulent'),
  unsupported: declinedAs('card_not_supported', 'Your card does not support this type of purchase.'),
  live: declinedAs(
    'test_mode_live_card',
    'Your card was declined. Your request was in test mode, but used a non test (live) card. For a list of valid test cards, visit: https://stripe.com/docs/testing.',
  ),
  expired: { code: 'expired_card', param: 'exp_month', message: 'Your card has expired.' },
  cvc: { code: 'incorrect_cvc', param: 'cvc', message: "Your card's security code is incorrect." },
  processing: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
  number: { code: 'incorrect_number', param: 'number', message: 'Your card number is incorrect.' },
  authentication: {
    code: 'authentication_required',
    decline_code: 'authentication_required',
    message: 'Your card was declined. This transaction requires authentication.',
  },
} satisfies Record<string, Decline>

const visa = (number: string, names: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  brand: 'visa',
  names: names.split(' '),
  ...more,
})

const cards: TestCard[] = [
  visa('4242424242424242', 'visa'),
  visa('4000056655665556', 'visa_debit', { funding: 'debit' }),
  visa('4000000760000002', 'br', { country: 'BR' }),
  { number: '5555555555554444', brand: 'mastercard', names: ['mastercard'] },
  { number: '2223003122003222', brand: 'mastercard', names: ['mastercard_2'] },
  { number: '5200828282828210', brand: 'mastercard', names: ['mastercard_debit'], funding: 'debit' },
  { number: '378282246310005', brand: 'amex', names: ['amex'] },
  { number: '371449635398431', brand: 'amex', names: ['amex_2'] },
  { number: '6011111111111117', brand: 'discover', names: ['discover'] },
  { number: '3056930009020004', brand: 'diners', names: ['diners'] },
  { number: '36227206271667', brand: 'diners', names: ['diners_14'] },
  { number: '3566002020360505', brand: 'jcb', names: ['jcb'] },
  { number: '6200000000000005', brand: 'unionpay', names: ['unionpay'] },
  { number: '6362970000457013', brand: 'elo', names: ['elo'], country: 'BR' },
  { number: '6062826786276634', brand: 'hipercard', names: ['hipercard'], country: 'BR' },

  visa('4000000000000002', 'visa_chargeDeclined chargeDeclined', { decline: declines.generic }),
  visa('4000000000009995', 'visa_chargeDeclinedInsufficientFunds chargeDeclinedInsufficientFunds', {
    decline: declines.funds,
  }),
  visa('4000000000009987', 'visa_chargeDeclinedLostCard', { decline: declines.lost }),
  visa('4000000000009979', 'visa_chargeDeclinedStolenCard', { decline: declines.stolen }),
  visa('4100000000000019', 'visa_chargeDeclinedFraudulent radarBlock', { decline: declines.fraudulent }),
  visa('4000000000000069', 'chargeDeclinedExpiredCard', { decline: declines.expired }),
  visa('4000000000000127', 'chargeDeclinedIncorrectCvc', { decline: declines.cvc }),
  visa('4000000000000119', 'chargeDeclinedProcessingError', { decline: declines.processing }),
  visa('4000000000000341', 'chargeCustomerFail', { decline: declines.generic, fromCharge: true }),

  visa('4000002760003184', 'authenticationRequired', { authenticates: 'always' }),
  visa('4000000000003220', 'threeDSecure2Required', { authenticates: 'always' }),
  visa('4000002500003155', 'authenticationRequiredOnSetup', { authenticates: 'unless_set_up' }),
  visa('4000008400001629', 'threeDSecureRequiredChargeDeclined', {
    authenticates: 'always',
    decline: declines.generic,
    fromCharge: true,
  }),
  visa('4000000000000259', 'createDispute', { disputes: true }),
]

const byNumber = new Map(cards.map((each) => [each.number, each]))
const byName = new Map(cards.flatMap((each) => each.names.map((name) => [`pm_card_${name}`, each])))

export const findCard = (number: string): TestCard | undefined => byNumber.get(number)
export const findNamedCard = (name: string): TestCard | undefined => byName.get(name)

/** Whether the last digit follows from the others. */
export function isCardNumber(number: string): boolean {
  if (!/^\d{12,19}$/.test(number)) return false
  const digits = [...number].reverse().map((digit, index) => Number(digit) * (index % 2 ? 2 : 1))
  return digits.reduce((sum, each) => sum + (each > 9 ? each - 9 : each), 0) % 10 === 0
}
