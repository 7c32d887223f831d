const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Text as HTML, safe between tags and in quotes. */
export const escapeHtml = (value: unknown): string =>
  String(value ?? '').replace(/[&<>"']/g, (sign) => escapes[sign] as string)

export const money = (cents: number, currency = 'brl'): string =>
  (cents / 100).toLocaleString('pt-BR', { style: 'currency', currency })

const styles = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e7, #3f3f46); --soft: light-dark(#52525b, #a1a1aa);
  --paper: light-dark(#fff, #18181b); --ground: light-dark(#f4f4f5, #09090b); --accent: light-dark(#1d4ed8, #93c5fd) }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--ground) }
main, header { max-width: 64rem; margin: 0 auto; padding: 1rem } h1 { font-size: 1.25rem; margin: 0 } h2 { font-size: 1.1rem; margin: 1.5rem 0 .5rem }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; padding: 1rem; overflow: auto }
.narrow { max-width: 26rem } .soft { color: var(--soft); margin: .25rem 0 } form { display: inline-flex; gap: .5rem; align-items: center; flex-wrap: wrap }
button, input, select { font: inherit; min-height: 44px; padding: .25rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper); color: inherit }
button { cursor: pointer } button.main { background: var(--accent); border-color: var(--accent); color: light-dark(#fff, #09090b) }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; padding: .5rem; border-bottom: 1px solid var(--line); vertical-align: top }
code { overflow-wrap: anywhere } .qr { background: #fff; padding: .5rem; width: 14rem; max-width: 100% } label { display: inline-flex; gap: .5rem; align-items: center }
`

export const layout = (title: string, body: string): string => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title><style>${styles}</style></head><body>${body}</body></html>`

export const noMoney = 'Ambiente de teste: nenhum dinheiro de verdade é cobrado.'

/** A card field's page: inputs in one row, in two where it is narrow. */
export const cardPage = `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Cartão</title><style>
* { box-sizing: border-box } html, body { margin: 0; background: transparent; overflow: hidden }
form { display: flex; flex-wrap: wrap; gap: 0 .375rem; margin: 0 } input { border: 0; padding: 0; margin: 0; outline: 0; background: transparent; min-width: 0;
  font: 16px/24px system-ui, sans-serif; min-height: 24px; color: #32325d; caret-color: currentColor } input::placeholder { color: #6b7280; opacity: 1 }
[name=cardnumber] { flex: 1 0 11.25rem } [name=exp-date] { flex: 0 1 4.125rem } [name=cvc] { flex: 0 1 2.375rem } input[aria-invalid="true"] { color: #c92a2a }
@media (max-width: 295px) { form { row-gap: .5rem } [name=cardnumber] { flex-basis: 100% } }
</style></head><body><form autocomplete="on">
<input name="cardnumber" inputmode="numeric" autocomplete="cc-number" placeholder="Número do cartão" aria-label="Número do cartão de crédito ou débito" aria-required="true" aria-invalid="false">
<input name="exp-date" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / AA" aria-label="Data de validade do cartão de crédito ou débito" aria-required="true" aria-invalid="false">
<input name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" aria-label="CVC/CVV do cartão de crédito ou débito" aria-required="true" aria-invalid="false">
</form><script type="module" src="/elements/card-fields.js"></script></body></html>`
