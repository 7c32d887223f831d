import { chargedThings, domainsCharged, itemText, wayNames } from '@escola/contract/billing-texts'
import { formatMoney } from '@escola/contract/money'
import { paymentMessages, type payWays, returnTexts } from '@escola/contract/payments.contract'
import { type PaidPlanId, type PayableItem, plans } from '@escola/contract/prices'
import { formatDate, formatDateTime, nextMonthStart } from '@escola/contract/time'
import type { Letter } from './letter.ts'
import { greet, nothingGiven, type Reader } from './templates.ts'

type Way = (typeof payWays)[number]

interface Payment {
  /** Number of the payment in the school. */
  paymentId: string
  item: PayableItem
  way: Way
  cents: number
  url: string
}

interface Receipt extends Payment {
  utc_paid_on: string
}

interface UnpaidMonth {
  planId: PaidPlanId
  /** Students and own domains, and what the first run after the grace charges for them on demand. */
  students: number
  domains: number
  cents: number
  url: string
}

interface Renewal extends UnpaidMonth {
  way: (typeof payWays)[number]
  utc_ends_on: string
  /** The bank asks its customer to confirm the charge, on the page of the link. */
  asksToConfirm: boolean
}

interface Ended extends UnpaidMonth {
  /** The grace is over; otherwise the provider has ended the plan. */
  isUnpaid: boolean
  utc_ended_on: string
}

interface ExpiringCard {
  planId: PaidPlanId
  last_4_digits: string
  /** Last month in which the card pays, as '12/2026'. */
  expires: string
  utc_paid_until: string
  url: string
}

interface NextMonth {
  planId: PaidPlanId
  cents: number
  utc_paid_until: string
  url: string
}

const factsOf = ({ paymentId, item, way, cents }: Omit<Payment, 'url'>) => [
  { label: 'O que', value: itemText(item) },
  { label: 'Valor', value: formatMoney(cents) },
  { label: 'Como', value: wayNames[way] },
  { label: 'Número', value: paymentId },
]
const remedies = {
  card: 'Escolha outro cartão na página de planos: a cobrança é tentada na hora.',
  pix: 'O código para pagar está na página de planos.',
} as const

const confirmation =
  'O banco do cartão pede que você confirme esta cobrança. Abra a página do pagamento, use o cartão e confirme. Se preferir, escolha outro cartão.'

/** Mails about the money that a school pays to the platform. */
export const paymentTemplates = {
  payment_receipt: (
    { personName, schoolName }: Reader,
    { paymentId, item, way, cents, utc_paid_on, url }: Receipt,
  ): Letter => ({
    subject: `Recibo: ${itemText(item)}, ${formatMoney(cents)}`,
    heading: 'Pagamento recebido',
    paragraphs: [greet(personName), `Recebemos o pagamento da escola ${schoolName}. Obrigado!`],
    ...nothingGiven,
    facts: [
      ...factsOf({ paymentId, item, way, cents }),
      { label: 'Quando', value: `${formatDateTime(utc_paid_on)} (horário de Brasília)` },
    ],
    button: { label: 'Ver o extrato', url },
    note: `${paymentMessages.receiptIsNoInvoice}.`,
  }),
  payment_returned: ({ personName, schoolName }: Reader, { paymentId, item, way, cents, url }: Payment): Letter => ({
    subject: `Vamos devolver o pagamento do ${itemText(item)}: ${formatMoney(cents)}`,
    heading: returnTexts.title,
    paragraphs: [
      greet(personName),
      `O pagamento do ${itemText(item)} da escola ${schoolName} foi feito, mas o valor será devolvido. ${returnTexts.why}`,
      `${returnTexts.stays} ${returnTexts.when[way]}`,
    ],
    ...nothingGiven,
    facts: factsOf({ paymentId, item, way, cents }),
    button: { label: 'Ver os planos', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
  renewal_failed: (
    { personName, schoolName }: Reader,
    { planId, way, students, domains, cents, utc_ends_on, asksToConfirm, url }: Renewal,
  ): Letter => ({
    subject: `O ${itemText(planId)} de ${schoolName} não foi pago`,
    heading: 'A mensalidade não foi paga',
    paragraphs: [
      greet(personName),
      `Não recebemos a mensalidade do ${itemText(planId)} de ${schoolName}. Até ${formatDateTime(utc_ends_on)} nada muda na escola.`,
      asksToConfirm ? confirmation : remedies[way],
      `Sem o pagamento, a escola passa ao plano ${plans.onDemand.name}. A cobrança de ${formatDate(nextMonthStart(new Date(utc_ends_on)))} seria então de ${formatMoney(cents)}, por ${chargedThings({ students, domains })}.`,
    ],
    ...nothingGiven,
    facts: [
      { label: 'Plano', value: plans[planId].name },
      { label: 'Mensalidade', value: formatMoney(plans[planId].eachMonth) },
      { label: 'Prazo', value: `${formatDateTime(utc_ends_on)} (horário de Brasília)` },
    ],
    button: { label: asksToConfirm ? 'Confirmar a cobrança' : 'Resolver agora', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
  plan_ended: (
    { personName, schoolName }: Reader,
    { planId, isUnpaid, students, domains, cents, utc_ended_on, url }: Ended,
  ): Letter => ({
    subject: `${schoolName} passou ao plano ${plans.onDemand.name}`,
    heading: 'O plano da escola acabou',
    paragraphs: [
      greet(personName),
      isUnpaid
        ? `A mensalidade de ${formatMoney(plans[planId].eachMonth)} do ${itemText(planId)} de ${schoolName} não foi paga no prazo. A escola passou ao plano ${plans.onDemand.name}, e esta mensalidade não é mais cobrada.`
        : `A assinatura do ${itemText(planId)} de ${schoolName} foi encerrada no serviço de pagamentos. A escola passou ao plano ${plans.onDemand.name}, e nenhuma mensalidade será mais cobrada.`,
      ...(domains > 0 ? [domainsCharged(domains, 'agora')] : []),
      `A cobrança de ${formatDate(nextMonthStart(new Date(utc_ended_on)))} será de ${formatMoney(cents)}, por ${chargedThings({ students, domains })}, se nada mudar.`,
      'Para ter um plano de novo, escolha-o na página de planos: ele começa assim que o primeiro mês for pago.',
    ],
    ...nothingGiven,
    facts: [
      isUnpaid
        ? { label: 'Mensalidade não paga', value: `${formatMoney(plans[planId].eachMonth)} (${itemText(planId)})` }
        : { label: 'Plano que acabou', value: plans[planId].name },
      { label: 'Plano agora', value: plans.onDemand.name },
    ],
    button: { label: 'Escolher um plano', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
  plan_card_expires: (
    { personName, schoolName }: Reader,
    { planId, last_4_digits, expires, utc_paid_until, url }: ExpiringCard,
  ): Letter => ({
    subject: `O cartão do ${itemText(planId)} de ${schoolName} vence em ${expires}`,
    heading: 'O cartão do plano vai vencer',
    paragraphs: [
      greet(personName),
      `A próxima mensalidade do ${itemText(planId)} de ${schoolName} é cobrada em ${formatDate(utc_paid_until)}, depois do vencimento do cartão. Troque o cartão, ou pague com Pix, para que a escola continue no plano.`,
    ],
    ...nothingGiven,
    facts: [
      { label: 'Cartão', value: `final ${last_4_digits}, vence em ${expires}` },
      { label: 'Mensalidade', value: formatMoney(plans[planId].eachMonth) },
    ],
    button: { label: 'Trocar o cartão', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
  plan_pix_code: ({ personName, schoolName }: Reader, { planId, cents, utc_paid_until, url }: NextMonth): Letter => ({
    subject: `O Pix do ${itemText(planId)} de ${schoolName} já pode ser pago`,
    heading: 'O código do próximo mês está pronto',
    paragraphs: [
      greet(personName),
      `O ${itemText(planId)} de ${schoolName} está pago até ${formatDate(utc_paid_until)}. O código do Pix para o próximo mês está na página de planos.`,
    ],
    ...nothingGiven,
    facts: [
      { label: 'Plano', value: plans[planId].name },
      { label: 'Valor', value: formatMoney(cents) },
    ],
    button: { label: 'Pagar com Pix', url },
    note: 'Você recebe este aviso porque administra a escola.',
  }),
}
