import type { PaymentIntent, SetupIntent } from '../core/objects.ts'
import { escapeHtml, layout, money, noMoney } from './layout.ts'

/** The bank's question to the cardholder. */
export function authenticationPage(intent: PaymentIntent | SetupIntent): string {
  const what =
    intent.object === 'payment_intent'
      ? `Autorizar o pagamento de ${money(intent.amount, intent.currency)}?`
      : 'Autorizar que este cartão seja guardado?'
  const body =
    intent.status === 'requires_action'
      ? `<p>${escapeHtml(what)}</p><form method="post"><button class="main" name="answer" value="yes">Autorizar</button>
<button name="answer" value="no">Recusar</button></form>`
      : '<p>Esta confirmação já foi respondida.</p>'
  return layout(
    'Confirmação do banco',
    `<main class="narrow"><h1>Confirmação do banco</h1><p class="soft">${noMoney}</p><div class="card">${body}</div></main>`,
  )
}

/** Tells the page around it that the cardholder has answered. */
export const answeredPage = layout(
  'Confirmação do banco',
  `<main class="narrow"><p>Resposta enviada. Você pode fechar esta página.</p></main>
<script>parent.postMessage('authentication-answered', '*')</script>`,
)

const pixStates: Partial<Record<PaymentIntent['status'], string>> = {
  succeeded: 'Este código foi pago.',
  canceled: 'Este pagamento foi cancelado.',
  requires_payment_method: 'Este código expirou.',
}

/** Page on which a payer sees the code of Pix, and plays their bank. */
export function pixPage(intent: PaymentIntent): string {
  const code = intent.next_action?.pix_display_qr_code
  const body = code
    ? `<p><strong>${money(intent.amount, intent.currency)}</strong></p>
<p><img class="qr" alt="Código QR do Pix" src="${escapeHtml(code.image_url_svg)}"></p><p><code>${escapeHtml(code.data)}</code></p>
<form method="post"><button class="main" name="answer" value="pay">Pagar</button>
<button name="answer" value="expire">Deixar expirar</button></form>`
    : `<p>${pixStates[intent.status] ?? 'Não há código para pagar.'}</p>`
  return layout(
    'Pix',
    `<main class="narrow"><h1>Pix</h1><p class="soft">${noMoney}</p><div class="card">${body}</div></main>`,
  )
}

export const refusedPage = (message: string): string =>
  layout(
    'Não foi possível',
    `<main class="narrow"><h1>Não foi possível</h1><p>${escapeHtml(message)}</p><p><a href="/">Voltar</a></p></main>`,
  )

export const missingPage = layout(
  'Não encontrado',
  '<main class="narrow"><h1>Não encontrado</h1><p>Este endereço não existe. <a href="/">Ver tudo</a></p></main>',
)
