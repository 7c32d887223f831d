import type { Account } from '../core/account.ts'
import type { Charge, Customer, Dispute, PaymentIntent, PaymentMethod, Subscription } from '../core/objects.ts'
import { escapeHtml, layout, money, noMoney } from './layout.ts'

const shown = 50
const day = 86_400

const newest = <T>(rows: Iterable<T>): T[] => [...rows].slice(-shown).reverse()

const time = (seconds: number | null | undefined) =>
  seconds ? new Date(seconds * 1000).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' }) : '–'

/** A button, or several fields and a button, that does one thing. */
const act = (control: string, values: Record<string, string>, label: string, fields = '') =>
  `<form method="post"><input type="hidden" name="control" value="${control}">${Object.entries(values)
    .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`)
    .join('')}${fields}<button>${label}</button></form>`

const table = (title: string, heads: string[], rows: string[][]) =>
  `<h2>${title}</h2><div class="card">${
    rows.length
      ? `<table><thead><tr>${heads.map((head) => `<th>${head}</th>`).join('')}</tr></thead><tbody>${rows
          .map((cells) => `<tr>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`)
          .join('')}</tbody></table>`
      : '<p class="soft">Nada ainda.</p>'
  }</div>`

/** All that an account has, with what time, banks and payers may do to it. */
export function overviewPage(account: Account, names: string[]): string {
  const ahead = Math.round((account.now() - Date.now() / 1000) / day)
  const others = names.length > 1 ? `<p class="soft">Contas: ${names.map((name) => linkTo(name)).join(', ')}</p>` : ''
  return layout(
    'Pagamentos de teste',
    `<header><h1>Pagamentos de teste</h1><p><strong>${noMoney}</strong></p>${others}
<p class="soft">Relógio desta conta: ${time(account.now())}${ahead > 0 ? `, ${ahead} ${ahead === 1 ? 'dia' : 'dias'} à frente` : ''}</p>
${act('advance', {}, 'Adiantar', '<label>Dias <input type="number" name="days" value="1" min="0" max="400" required></label>')}
</header><main>${customerTable(account)}${intentTable(account)}${subscriptionTable(account)}</main>`,
  )
}

const linkTo = (name: string) => `<a href="/?conta=${encodeURIComponent(name)}">${escapeHtml(name)}</a>`

function customerTable(account: Account): string {
  const how = { fail: 'falham', succeed: 'dão certo' }
  const rows = newest(account.table('customers').read()).map((customer: Customer) => {
    const { deleted, renewals } = account.readHidden(customer.id)
    const methods = [...account.table('payment_methods').read()].filter((each) => each.customer === customer.id)
    const next = renewals ? `As próximas cobranças ${how[renewals]}.` : 'As próximas cobranças seguem o cartão.'
    const others = (['fail', 'succeed', undefined] as const).filter((each) => each !== renewals)
    const labels = { fail: 'Fazer falhar', succeed: 'Fazer dar certo' }
    const buttons = others.map((each) =>
      act('renewals', { customer: customer.id, how: each ?? '' }, each ? labels[each] : 'Seguir o cartão'),
    )
    return [
      `${escapeHtml(customer.name ?? customer.email)}<br><code>${customer.id}</code>`,
      methods.map((method) => nameOf(method)).join('<br>') || '–',
      deleted ? 'Removido' : `${next}<br>${buttons.join(' ')}`,
    ]
  })
  return table('Clientes', ['Cliente', 'Meios de pagamento', 'Renovações'], rows)
}

/** Describes a payment method by the last digits of its card. */
const nameOf = ({ card }: PaymentMethod): string => (card ? `${escapeHtml(card.brand)} ${card.last4}` : 'Pix')

function intentTable(account: Account): string {
  const disputes = new Map([...account.table('disputes').read()].map((each) => [each.charge, each]))
  const rows = newest(account.table('payment_intents').read()).map((intent: PaymentIntent) => {
    const charge = intent.latest_charge ? account.table('charges').get(intent.latest_charge) : undefined
    return [
      `${time(intent.created)}<br><code>${intent.id}</code>`,
      money(intent.amount, intent.currency),
      `${intent.status}${intent.last_payment_error ? `<br>${escapeHtml(intent.last_payment_error.message)}` : ''}`,
      [...waitingActs(intent), ...chargeActs(charge, charge && disputes.get(charge.id))].join(' ') || '–',
    ]
  })
  return table('Pagamentos', ['Quando', 'Valor', 'Situação', 'Ações'], rows)
}

function waitingActs(intent: PaymentIntent): string[] {
  if (intent.status !== 'requires_action') return []
  if (intent.next_action?.type === 'pix_display_qr_code') {
    const pix = { intent: intent.id }
    return [act('pay_pix', pix, 'Pagar o Pix'), act('expire_pix', pix, 'Deixar o Pix expirar')]
  }
  const answer = (agrees: string) => ({ intent: intent.id, agrees })
  return [act('authenticate', answer('true'), 'Autorizar'), act('authenticate', answer(''), 'Recusar')]
}

function chargeActs(charge: Charge | undefined, dispute: Dispute | undefined): string[] {
  if (!charge?.paid) return []
  if (dispute) {
    const close = (status: string) => ({ dispute: dispute.id, status })
    const open = [
      act('close_dispute', close('won'), 'Ganhar a contestação'),
      act('close_dispute', close('lost'), 'Perder'),
    ]
    return dispute.status === 'needs_response' ? open : [`Contestação: ${dispute.status}`]
  }
  const left = charge.amount - charge.amount_refunded
  const given = charge.amount_refunded ? [`Devolvido: ${money(charge.amount_refunded, charge.currency)}`] : []
  if (!left) return given
  return [
    ...given,
    act('refund', { charge: charge.id }, 'Devolver'),
    act('dispute', { charge: charge.id }, 'Contestar'),
  ]
}

function subscriptionTable(account: Account): string {
  const rows = newest(account.table('subscriptions').read()).map((subscription: Subscription) => [
    `<code>${subscription.id}</code><br><code>${subscription.customer}</code>`,
    subscription.items.data
      .map(
        ({ price }) =>
          `${escapeHtml(account.table('products').get(price.product as string)?.name)} ${money(price.unit_amount ?? 0, price.currency)}`,
      )
      .join('<br>'),
    subscription.status,
    `${time(subscription.items.data[0]?.current_period_end)}${subscription.cancel_at_period_end ? ' (termina)' : ''}`,
  ])
  return table('Assinaturas', ['Assinatura', 'Plano', 'Situação', 'Fim do período'], rows)
}
