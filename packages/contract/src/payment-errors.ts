/** Refusals about payments; errors.ts has them among all others. The first three stay to the letter (part 1 §8). */
export const paymentErrors = {
  card_declined: {
    status: 402,
    message: 'Your card was declined',
    pt: 'O seu cartão não foi aprovado, nenhum valor foi cobrado.',
  },
  card_number_incorrect: {
    status: 402,
    message: 'Your card number is incorrect',
    pt: 'Número do cartão inválido, nenhum valor foi cobrado.',
  },
  card_without_funds: {
    status: 402,
    message: 'Your card has insufficient funds',
    pt: 'O seu cartão não tem saldo suficiente, nenhum valor foi cobrado.',
  },
  card_refused: {
    status: 402,
    message: 'The card was refused',
    pt: 'O seu cartão foi recusado, nenhum valor foi cobrado.',
  },
  too_many_cards: {
    status: 429,
    message: 'Too many cards were refused within a day',
    pt: 'Muitos cartões foram recusados hoje. Pague por Pix, ou tente um cartão amanhã',
  },
  payments_off: {
    status: 409,
    message: 'This installation takes no payments',
    pt: 'Esta plataforma não recebe pagamentos. Fale com quem cuida dela',
  },
  payment_provider_away: {
    status: 503,
    message: 'The payment provider did not answer',
    pt: 'O serviço de pagamentos não respondeu. Espere um instante e tente de novo: nada é cobrado duas vezes',
  },
  payment_key_refused: {
    status: 503,
    message: 'The payment provider does not let the key of this installation make the call',
    pt: 'A plataforma não pôde usar o serviço de pagamentos, e nada foi feito. Avise quem cuida dela: o motivo está no registro do servidor',
  },
  payment_changed: {
    status: 409,
    message: 'The payment is in no state for the call',
    pt: 'O pagamento mudou desde que esta página abriu. Atualize a página e confira antes de tentar de novo',
  },
  pix_unavailable: {
    status: 409,
    message: 'The account at the payment provider takes no Pix',
    pt: 'Esta plataforma não recebe Pix agora. Pague com cartão',
  },
  payer_tax_id_missing: {
    status: 409,
    message: 'The school has no CPF or CNPJ, which a Pix needs here',
    pt: 'Para pagar com Pix, preencha antes o CNPJ ou CPF da escola em Certificados, Dados da escola',
  },
  payment_refused: {
    status: 409,
    message: 'The payment provider refused the call',
    pt: 'O serviço de pagamentos recusou a cobrança, e nada foi cobrado. Tente de novo, ou pague de outro jeito',
  },
  payment_of_other_item: {
    status: 409,
    message: 'The payment is for something else',
    pt: 'Este pagamento é de outra compra. Atualize a página e tente de novo',
  },
  payment_sum_changed: {
    status: 409,
    message: 'The sum is not the one that was shown',
    pt: 'O valor mudou desde que esta página abriu, e nada foi cobrado. Confira o valor novo e tente de novo',
  },
  card_pays_plan: {
    status: 409,
    message: 'The plan is paid with the card',
    pt: 'Este cartão paga o plano da escola. Escolha outro cartão para o plano e depois remova este',
  },
  card_of_school: {
    status: 403,
    message: 'Only administrators of the school pay with its cards',
    pt: 'Os cartões guardados são da escola: só quem administra a escola paga com eles. Use outro cartão ou Pix',
  },
  payment_event_refused: {
    status: 400,
    message: 'Not an event of our payment provider',
    pt: 'Aviso de pagamento recusado',
  },
  payment_not_refundable: {
    status: 409,
    message: 'The payment cannot be refunded',
    pt: 'Este pagamento não pode ser devolvido',
  },
  refund_refused: {
    status: 409,
    message: 'The payment provider did not make the refund',
    pt: 'O serviço de pagamentos recusou a devolução, e nada foi devolvido. Confira o saldo da plataforma nele e peça de novo',
  },
  subscription_missing: {
    status: 409,
    message: 'The school has no plan that is paid monthly',
    pt: 'A escola não tem um plano mensal',
  },
  plan_is_current: {
    status: 409,
    message: 'The school has this plan',
    pt: 'A escola já está neste plano',
  },
  plan_is_overdue: {
    status: 409,
    message: 'The renewal of the plan is not paid',
    pt: 'A renovação do plano ainda não foi paga. Pague a renovação primeiro e depois mude o plano',
  },
  plan_renewal_under_way: {
    status: 409,
    message: 'The card is being charged for the month of the plan',
    pt: 'A renovação está sendo cobrada. Tente de novo em alguns minutos',
  },
  plan_nothing_unpaid: {
    status: 409,
    message: 'No month of the plan waits for its payment',
    pt: 'Nenhum mês do plano espera pagamento',
  },
  plan_code_stays: {
    status: 409,
    message: 'The payment is of the next month of the plan',
    pt: 'Este pagamento é do próximo mês do plano. Para não pagar, cancele o plano',
  },
} as const

const charged = 'nenhum valor foi cobrado.'
const askBank = `O seu banco não autorizou a compra, ${charged} Fale com ele ou use outro cartão.`
const otherCard = `Este cartão não pode ser usado, ${charged} Use outro cartão.`

/**
 * Texts for the provider's decline and error codes that the three errors of the catalogue don't say. Codes for lost and stolen cards say no more than
 * that the card can't be used, because the person at the screen may not be its owner.
 */
const cardRefusals: Record<string, string> = {
  approve_with_id: `Não conseguimos confirmar o pagamento, ${charged} Tente de novo.`,
  authentication_not_handled: `A confirmação do seu banco não terminou, ${charged} Tente de novo.`,
  authentication_required: `O seu banco pede uma confirmação, ${charged} Tente de novo e confirme a compra.`,
  call_issuer: askBank,
  card_not_supported: `O seu cartão não aceita este tipo de compra, ${charged} Use outro cartão.`,
  card_velocity_exceeded: `O limite do seu cartão foi atingido, ${charged} Fale com o seu banco ou use outro cartão.`,
  currency_not_supported: `O seu cartão não aceita compras em reais, ${charged} Use outro cartão.`,
  do_not_honor: askBank,
  do_not_try_again: otherCard,
  duplicate_transaction: `Uma compra igual acabou de ser feita, ${charged} Confira o extrato antes de tentar de novo.`,
  expired_card: `O seu cartão está vencido, ${charged} Use outro cartão.`,
  fraudulent: otherCard,
  incorrect_address: `O endereço não confere com o do cartão, ${charged}`,
  incorrect_cvc: `O código de segurança do cartão está errado, ${charged} Confira os números no verso.`,
  incorrect_pin: `O seu banco não autorizou a compra, ${charged} Use outro cartão.`,
  incorrect_zip: `O CEP não confere com o do cartão, ${charged}`,
  invalid_account: otherCard,
  invalid_amount: `O seu cartão não aceita este valor, ${charged} Fale com o seu banco.`,
  invalid_cvc: `O código de segurança do cartão está errado, ${charged} Confira os números no verso.`,
  invalid_expiry_month: `O mês de validade do cartão está errado, ${charged}`,
  invalid_expiry_year: `O ano de validade do cartão está errado, ${charged}`,
  invalid_pin: `O seu banco não autorizou a compra, ${charged} Use outro cartão.`,
  invoice_payment_intent_requires_action: `O seu banco pede uma confirmação, ${charged} Use outro cartão ou, na página de planos, pague por Pix.`,
  issuer_not_available: `O seu banco não respondeu, ${charged} Tente de novo daqui a pouco.`,
  lost_card: otherCard,
  merchant_blacklist: otherCard,
  mobile_device_authentication_required: `O seu banco pede uma confirmação no celular, ${charged} Tente de novo e confirme a compra.`,
  new_account_information_available: `Os dados do seu cartão mudaram, ${charged} Digite o cartão de novo.`,
  no_action_taken: askBank,
  not_permitted: askBank,
  offline_pin_required: otherCard,
  online_or_offline_pin_required: otherCard,
  payment_intent_authentication_failure: `O seu banco não confirmou a compra, ${charged} Tente de novo ou use outro cartão.`,
  pickup_card: otherCard,
  pin_try_exceeded: otherCard,
  processing_error: `O pagamento não pôde ser processado, ${charged} Tente de novo daqui a pouco.`,
  reenter_transaction: `O pagamento não pôde ser processado, ${charged} Tente de novo.`,
  restricted_card: otherCard,
  revocation_of_all_authorizations: askBank,
  revocation_of_authorization: askBank,
  security_violation: askBank,
  service_not_allowed: askBank,
  setup_intent_authentication_failure: 'O seu banco não confirmou o cartão. Tente de novo ou use outro cartão.',
  stolen_card: otherCard,
  stop_payment_order: askBank,
  testmode_decline: `Aqui só funcionam cartões de teste, ${charged}`,
  transaction_not_allowed: askBank,
  try_again_later: `O seu banco não respondeu, ${charged} Tente de novo daqui a pouco.`,
  withdrawal_count_limit_exceeded: `O limite do seu cartão foi atingido, ${charged} Fale com o seu banco ou use outro cartão.`,
}

/** Texts for reasons that are no card's. */
const faults: Record<string, string> = {
  card_missing: `Este cartão não está mais guardado, ${charged} Use outro cartão.`,
  payment_intent_payment_attempt_expired: `O código do Pix venceu, ${charged} Gere um novo código.`,
  setup_intent_unexpected_state: 'Outra janela começou a salvar um cartão depois desta. Tente de novo.',
  renewal_unconfirmed: `O seu banco pede uma confirmação, ${charged} Abra o link do e-mail que enviamos e confirme a cobrança.`,
  not_confirmed: `O pagamento não foi concluído, ${charged} Tente de novo.`,
}

const sameText: Record<string, keyof typeof paymentErrors> = {
  card_declined: 'card_declined',
  generic_decline: 'card_declined',
  incorrect_number: 'card_number_incorrect',
  insufficient_funds: 'card_without_funds',
  invalid_number: 'card_number_incorrect',
}

const texts = new Map(
  Object.entries({
    ...faults,
    ...cardRefusals,
    ...Object.fromEntries(Object.entries(sameText).map(([fault, code]) => [fault, paymentErrors[code].pt])),
  }),
)

/** Decline and error codes of cards that have a text of their own. */
export const declineCodes = [...Object.keys(sameText), ...Object.keys(cardRefusals)]

/** Finds the text for one of the provider's decline or error codes, where it has one of its own. */
export const textOfFault = (fault: string): string | undefined => texts.get(fault)

/** Text for a payment by Pix that failed; no code of a card says anything of it. */
export const textOfPixFault = (fault: string): string =>
  faults[fault] ?? `O Pix não foi pago, ${charged} Gere um novo código.`

/** Finds the error and the text for one of the provider's decline or error codes of a card; every code has both. */
export function refusalOf(fault: string): { code: keyof typeof paymentErrors; text: string } {
  const code = Object.hasOwn(sameText, fault) ? sameText[fault]! : 'card_refused'
  return { code, text: textOfFault(fault) ?? paymentErrors[code].pt }
}
