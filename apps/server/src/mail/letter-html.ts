import { completionVerb } from '@escola/contract/certificates.contract'
import type { Letter, Letterhead } from './letter.ts'
import { type MailColors, mailColors } from './palette.ts'

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

const table = 'role="presentation" cellpadding="0" cellspacing="0"'

/** Style for phones and dark mailboxes; others need none, because the light one for a desk is written at each element. */
const sharedStyle = ({ deep, pale }: MailColors) => `:root{color-scheme:light dark;supported-color-schemes:light dark}
.said a{color:${deep}}
.said p,.said ul,.said ol,.said pre,.said blockquote,.said h2,.said h3,.said h4{margin:0 0 8px}
.said h2,.said h3,.said h4{font-size:17px}
.said pre{white-space:pre-wrap}
@media (max-width:480px){
.edge{padding-left:20px!important;padding-right:20px!important}
.thumb{width:72px!important}
}
@media (prefers-color-scheme:dark){
.ground{background:#17131a!important}
.paper{background:#241f29!important}
.strong{color:#f6f2f8!important}
.text{color:#d6cfdc!important}
.quiet{color:#b3a9bb!important}
.box{background:#302937!important;border-color:#4a4153!important}
.brand{background:${deep}!important}
.link{color:${pale}!important}
.light-logo{display:none!important}
.dark-logo{display:block!important}
.chip{background:#ffffff!important;border-radius:8px!important;padding:6px 10px!important}
.said a{color:${pale}!important}
}`

const box = (rows: string) =>
  `<table ${table} class="box" style="width:100%;margin:0 0 16px;background:#f7f5f9;border-radius:10px"><tr><td style="padding:10px 16px">${rows}</td></tr></table>`
const labelOf = (label: string) =>
  `<p class="quiet" style="margin:0;font-size:13px;line-height:19px;color:#6b6474">${escapeHtml(label)}</p>`

/** Labels stand above their values: beside them, a long one leaves a phone no room for a word. */
const fact = ({ label, value }: { label: string; value: string }) =>
  `<div style="padding:5px 0">${labelOf(label)}<p class="strong" style="margin:0;font-size:15px;line-height:21px;color:#1f1a25;font-weight:600">${escapeHtml(value)}</p></div>`

const factBox = (facts: Letter['facts']) => (facts.length ? box(facts.map(fact).join('')) : '')

/** A line is as high as a finger needs it. */
const newsBox = ({ label, lines, more }: NonNullable<Letter['news']>[number]) =>
  box(
    labelOf(label) +
      lines
        .map(
          ({ text, url, said }) =>
            `<a class="strong" href="${escapeHtml(url)}" style="display:block;padding:12px 0;font-size:15px;line-height:21px;font-weight:600;color:#1f1a25">${escapeHtml(text)}</a>` +
            (said &&
              `<p class="text" style="margin:-6px 0 10px;font-size:15px;line-height:22px;color:#3b3642">“${escapeHtml(said)}”</p>`),
        )
        .join('') +
      (more > 0 ? labelOf(`e mais ${more}`) : ''),
  )

const cover = (url: string, width: number, corners: string) =>
  `<img src="${escapeHtml(url)}" alt="" width="${width}" style="display:block;width:100%;max-width:${width}px;height:auto;border:0;border-radius:${corners}">`

/** One course shows its cover in full; of several each is a row. */
function courseCards({ courses, moreCourses }: Letter) {
  const only = courses.length === 1 && moreCourses === 0
  const cards = courses.map(({ title, cover: url, news }) => {
    const heading = news
      ? `<a class="strong" href="${escapeHtml(news.url)}" style="color:#1f1a25">${escapeHtml(title)}</a><br><span class="text" style="font-size:14px;font-weight:400;color:#3b3642">${escapeHtml(news.text)}</span>`
      : escapeHtml(title)
    const name = `<td class="strong" style="padding:12px 16px;font-size:${only ? 17 : 15}px;line-height:22px;font-weight:700;color:#1f1a25">${heading}</td>`
    const picture =
      url &&
      (only
        ? `<tr><td>${cover(url, 504, '10px 10px 0 0')}</td></tr>`
        : `<td class="thumb" style="width:116px;padding:8px 0 8px 8px">${cover(url, 116, '6px')}</td>`)
    return `<table ${table} class="box" style="width:100%;margin:0 0 ${only ? 24 : 8}px;background:#f7f5f9;border-radius:10px;border-collapse:separate;overflow:hidden">${
      only ? `${picture}<tr>${name}</tr>` : `<tr>${picture}${name}</tr>`
    }</table>`
  })
  const more =
    moreCourses > 0
      ? `<p class="quiet" style="margin:0 0 24px;font-size:14px;line-height:20px;color:#6b6474">e mais ${moreCourses}</p>`
      : ''
  return cards.join('') + more
}

/** Sanitised rich text under its label; its tags have no style of their own. */
const quote = ({ label, html }: { label: string; html: string }) =>
  box(
    `${labelOf(label)}<div class="said text" style="padding:6px 0 0;font-size:16px;line-height:24px;color:#3b3642">${html}</div>`,
  )

/** The certificate as it will be found on its page, drawn with words: it is there when a mailbox shows no pictures. */
const certificateCard = (
  { studentName, courseTitle, courses, issuedOn, code }: NonNullable<Letter['certificate']>,
  url: string,
  { deep }: MailColors,
) =>
  `<table ${table} class="box" style="width:100%;margin:0 0 24px;background:#fbfafc;border:1px solid #ddd6e2;border-radius:12px;border-collapse:separate">
<tr><td class="brand" style="background:${deep};height:6px;line-height:6px;font-size:0;border-radius:11px 11px 0 0">&nbsp;</td></tr>
<tr><td align="center" style="padding:26px 20px 22px;text-align:center">
<p class="quiet" style="margin:0 0 14px;font-size:12px;letter-spacing:3px;text-transform:uppercase;color:#6b6474">Certificado</p>
<p class="strong" style="margin:0 0 10px;font-family:Georgia,'Times New Roman',serif;font-size:26px;line-height:32px;color:#1f1a25">${escapeHtml(studentName)}</p>
<p class="text" style="margin:0 0 16px;font-size:15px;line-height:22px;color:#3b3642">${completionVerb(courses)}<br><strong class="strong" style="color:#1f1a25">${escapeHtml(courseTitle)}</strong></p>
<p class="quiet" style="margin:0;font-size:13px;line-height:20px;color:#6b6474">Emitido em ${escapeHtml(issuedOn)}<br>Código <a class="link" href="${escapeHtml(url)}" style="color:${deep}">${escapeHtml(code)}</a></p>
</td></tr></table>`

/** A logo stands on the paper; a name alone has the school's colour behind it. */
function letterTop({ schoolName, logo, logoDark }: Letterhead, { deep }: MailColors) {
  const name = escapeHtml(schoolName)
  if (!logo)
    return `<tr><td class="brand edge" style="background:${deep};padding:18px 28px;font-size:17px;font-weight:700;color:#ffffff">${name}</td></tr>`
  const picture = (url: string, look: string, display: string) =>
    `<img class="${look}" src="${escapeHtml(url)}" alt="${name}" height="44" style="display:${display};height:44px;width:auto;max-width:240px;border:0;font-size:17px;font-weight:700">`
  const pictures = logoDark
    ? picture(logo, 'light-logo', 'block') + picture(logoDark, 'dark-logo', 'none')
    : picture(logo, 'logo', 'block')
  return `<tr><td class="brand" style="background:${deep};height:6px;line-height:6px;font-size:0">&nbsp;</td></tr>
<tr><td class="strong edge" style="padding:24px 28px 0;color:#1f1a25"><table ${table}><tr><td${logoDark ? '' : ' class="chip"'}>${pictures}</td></tr></table></td></tr>`
}

const buttonOf = (
  { label, url }: { label: string; url: string },
  color: string,
) => `<table ${table} style="margin:8px 0 28px"><tr><td class="brand" style="background:${color};border-radius:10px">
<a href="${escapeHtml(url)}" style="display:inline-block;padding:14px 26px;font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(label)}</a>
</td></tr></table>
`

export function letterHtml(letter: Letter, head: Letterhead) {
  const { subject, heading, paragraphs, facts, news = [], quotes = [], certificate, button, note, aside } = letter
  const colors = mailColors(head.theme)
  const { deep } = colors
  const url = escapeHtml(button?.url ?? '')
  const text = paragraphs
    .map(
      (each) =>
        `<p class="text" style="margin:0 0 16px;font-size:16px;line-height:24px;color:#3b3642">${escapeHtml(each)}</p>`,
    )
    .join('')
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${sharedStyle(colors)}</style>
</head>
<body class="ground" style="margin:0;padding:0;background:#f0edf3;font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif;overflow-wrap:anywhere;word-break:break-word">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table ${table} class="ground" style="width:100%;background:#f0edf3">
<tr><td align="center" style="padding:24px 12px">
<table ${table} class="paper" style="width:100%;max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
${letterTop(head, colors)}
<tr><td class="edge" style="padding:28px">
<h1 class="strong" style="margin:0 0 16px;font-size:24px;line-height:30px;color:#1f1a25">${escapeHtml(heading)}</h1>
${text}${factBox(facts)}${news.map(newsBox).join('')}${quotes.map(quote).join('')}${courseCards(letter)}${certificate ? certificateCard(certificate, button?.url ?? '', colors) : ''}
${button ? buttonOf(button, deep) : ''}<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:19px;color:#6b6474">${escapeHtml(note)}</p>
${aside ? `<p class="quiet" style="margin:0 0 8px;font-size:13px;line-height:19px;color:#6b6474"><a class="link" href="${escapeHtml(aside.url)}" style="color:${deep}">${escapeHtml(aside.label)}</a></p>\n` : ''}${button ? `<p class="quiet" style="margin:0;font-size:13px;line-height:19px;color:#6b6474">Se o botão não abrir, copie este endereço: <a class="link" href="${url}" style="color:${deep}">${url}</a></p>` : ''}
</td></tr>
</table>
<p style="margin:16px 0 0;font-size:12px"><a class="quiet" href="${escapeHtml(head.schoolUrl)}" style="color:#6b6474">${escapeHtml(head.schoolName)}</a></p>
</td></tr>
</table>
</body>
</html>
`
}
