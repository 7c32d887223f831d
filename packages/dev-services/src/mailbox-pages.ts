import type { Mail, MailSummary } from './mailbox-store.ts'

/** Shows new mail by itself, unless the reader is typing a search. */
export const refreshScript = `
const list = document.querySelector('[data-newest]')
if (list) setInterval(async () => {
  if (document.hidden || document.activeElement?.name === 'busca') return
  const [newest] = await (await fetch('/api/messages?limit=1')).json()
  if (newest && newest.id + newest.deliveries !== list.dataset.newest) location.reload()
}, 2000)
`

const styles = `
:root { color-scheme: light dark; --line: light-dark(#e4e4e7, #3f3f46); --soft: light-dark(#71717a, #a1a1aa);
  --paper: light-dark(#fff, #18181b); --ground: light-dark(#f4f4f5, #09090b); --accent: light-dark(#1d4ed8, #93c5fd) }
* { box-sizing: border-box } body { margin: 0; font: 16px/1.5 system-ui, sans-serif; background: var(--ground) }
main, header { max-width: 64rem; margin: 0 auto; padding: 1rem } h1 { font-size: 1.25rem; margin: 0 } h1 a { color: inherit; text-decoration: none } a { color: var(--accent) }
header { display: flex; flex-wrap: wrap; gap: .75rem 1.5rem; align-items: center; justify-content: space-between }
header p { margin: 0; color: var(--soft); font-size: .875rem }
input, button { font: inherit; padding: .5rem .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--paper) }
.card { background: var(--paper); border: 1px solid var(--line); border-radius: .75rem; overflow: hidden }
ul { list-style: none; margin: 0; padding: 0 } li + li { border-top: 1px solid var(--line) }
li a { display: grid; grid-template-columns: 16rem 1fr auto; gap: 1rem; padding: .75rem 1rem; color: inherit; text-decoration: none }
li a:hover, li a:focus-visible { background: var(--ground) } li span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
.soft, time { color: var(--soft) } .empty { padding: 3rem 1rem; text-align: center; color: var(--soft) }
nav { display: flex; justify-content: space-between; padding: 1rem 0 } dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem;
  margin: 0; padding: 1rem; border-bottom: 1px solid var(--line) } dt { color: var(--soft) } dd { margin: 0; overflow-wrap: anywhere }
iframe { display: block; width: 100%; height: 70vh; border: 0; background: #fff } pre { padding: 1rem; margin: 0; white-space: pre-wrap; overflow-wrap: anywhere }
@media (max-width: 40rem) { li a { grid-template-columns: 1fr auto } li .subject { grid-column: 1 / -1; grid-row: 2 } }
`

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const text = (value: string) => value.replace(/[&<>"']/g, (sign) => escapes[sign] as string)
const time = (date: string) => {
  const shown = new Date(date).toLocaleString('pt-BR', { timeZone: 'America/Sao_Paulo' })
  return `<time datetime="${date}">${shown}</time>`
}

const page = (title: string, body: string) => `<!doctype html>
<html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text(title)}</title><style>${styles}</style></head><body>${body}<script>${refreshScript}</script></body></html>`

interface ListView {
  mails: MailSummary[]
  search: string
  number: number
  hasMore: boolean
  total: number
}

export function listPage({ mails, search, number, hasMore, total }: ListView): string {
  const linkTo = (page: number) => `/?${text(new URLSearchParams({ busca: search, pagina: String(page) }).toString())}`
  const rows = mails.map(
    (mail) => `<li><a href="/mensagens/${mail.id}"><span>${text(mail.to.join(', '))}</span>
<span class="subject">${text(mail.subject) || '(sem assunto)'}${repeats(mail)}</span>${time(mail.date)}</a></li>`,
  )
  const empty = search ? `Nenhuma mensagem para “${text(search)}”.` : 'Nenhuma mensagem ainda.'
  const newest = mails[0] && number === 1 && !search ? ` data-newest="${mails[0].id}${mails[0].deliveries}"` : ''
  // An empty inbox has to notice its first mail too.
  const watched = !mails.length && !search ? ' data-newest=""' : newest
  return page(
    'Caixa de entrada local',
    `<header><div><h1><a href="/">Caixa de entrada local</a></h1>
<p>${total.toLocaleString('pt-BR')} ${total === 1 ? 'mensagem' : 'mensagens'}. Tudo o que a plataforma envia chega aqui; nada sai deste computador.</p></div>
<form role="search"><input type="search" name="busca" value="${text(search)}" placeholder="Destinatário ou assunto"
 aria-label="Buscar por destinatário ou assunto"> <button>Buscar</button></form></header>
<main${watched}><div class="card">${rows.length ? `<ul>${rows.join('')}</ul>` : `<p class="empty">${empty}</p>`}</div>
<nav aria-label="Páginas"><span>${number > 1 ? `<a href="${linkTo(number - 1)}">← Mais recentes</a>` : ''}</span>
<span>${hasMore ? `<a href="${linkTo(number + 1)}">Mais antigas →</a>` : ''}</span></nav></main>`,
  )
}

export function messagePage(mail: Mail): string {
  const body = mail.html
    ? `<iframe title="Mensagem" src="/mensagens/${mail.id}/corpo"
 sandbox="allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation"></iframe>`
    : `<pre>${linked(mail.text)}</pre>`
  const attached = mail.attachments.length ? `<dt>Anexos</dt><dd>${text(mail.attachments.join(', '))}</dd>` : ''
  return page(
    mail.subject || 'Mensagem',
    `<header><p><a href="/">← Caixa de entrada local</a></p></header><main><div class="card"><dl>
<dt>Assunto</dt><dd><strong>${text(mail.subject) || '(sem assunto)'}</strong>${repeats(mail)}</dd>
<dt>De</dt><dd>${text(mail.from)}</dd><dt>Para</dt><dd>${text(mail.to.join(', '))}</dd>
<dt>Recebida</dt><dd>${time(mail.date)}</dd>${attached}</dl>${body}</div></main>`,
  )
}

const repeats = ({ deliveries }: MailSummary) =>
  deliveries > 1 ? ` <span class="soft">(entregue ${deliveries} vezes)</span>` : ''

const linked = (value: string) =>
  value
    .split(/(https?:\/\/[^\s<>"')\]]+)/)
    .map((part, index) =>
      index % 2 ? `<a href="${text(part)}" target="_blank" rel="noopener">${text(part)}</a>` : text(part),
    )
    .join('')
