import { mailColor } from './palette.ts'

/** A mail before it is dressed: plain text only, so nothing that a person typed can become markup. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
  /** Name and value, such as a class and its title; drawn as a quiet box. */
  facts: { label: string; value: string }[]
  button: { label: string; url: string }
  note: string
}

export interface Letterhead {
  schoolName: string
  schoolUrl: string
  theme: string
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (character) => escapes[character]!)

export function letterText(
  { heading, paragraphs, facts, button, note }: Letter,
  { schoolName, schoolUrl }: Letterhead,
) {
  const lines = [heading, ...paragraphs]
  if (facts.length) lines.push(facts.map(({ label, value }) => `${label}: ${value}`).join('\n'))
  lines.push(`${button.label}:\n${button.url}`, note, `--\n${schoolName}\n${schoolUrl}`)
  return `${lines.join('\n\n')}\n`
}

export function letterHtml({ subject, heading, paragraphs, facts, button, note }: Letter, head: Letterhead) {
  const color = mailColor(head.theme)
  const font = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
  const text = paragraphs
    .map((each) => `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#3b3642">${escapeHtml(each)}</p>`)
    .join('')
  const rows = facts
    .map(
      ({ label, value }) =>
        `<tr><td style="padding:6px 12px 6px 0;font-size:14px;color:#6b6474;vertical-align:top;white-space:nowrap">${escapeHtml(label)}</td>` +
        `<td style="padding:6px 0;font-size:15px;line-height:21px;color:#1f1a25;font-weight:600">${escapeHtml(value)}</td></tr>`,
    )
    .join('')
  const box = rows
    ? `<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;margin:0 0 24px;background:#f7f5f9;border-radius:10px"><tr><td style="padding:10px 16px"><table role="presentation" cellpadding="0" cellspacing="0">${rows}</table></td></tr></table>`
    : ''
  const url = escapeHtml(button.url)
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;padding:0;background:#f0edf3;${font}">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(paragraphs[0] ?? '')}</div>
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;background:#f0edf3">
<tr><td align="center" style="padding:24px 12px">
<table role="presentation" cellpadding="0" cellspacing="0" style="width:100%;max-width:560px;background:#ffffff;border-radius:14px;overflow:hidden">
<tr><td style="background:${color};padding:18px 28px;font-size:17px;font-weight:700;color:#ffffff">${escapeHtml(head.schoolName)}</td></tr>
<tr><td style="padding:32px 28px">
<h1 style="margin:0 0 16px;font-size:24px;line-height:30px;color:#1f1a25">${escapeHtml(heading)}</h1>
${text}${box}
<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 28px"><tr><td style="background:${color};border-radius:10px">
<a href="${url}" style="display:inline-block;padding:14px 26px;font-size:16px;font-weight:700;color:#ffffff;text-decoration:none">${escapeHtml(button.label)}</a>
</td></tr></table>
<p style="margin:0 0 8px;font-size:13px;line-height:19px;color:#6b6474">${escapeHtml(note)}</p>
<p style="margin:0;font-size:13px;line-height:19px;color:#6b6474">Se o botão não abrir, copie este endereço: <a href="${url}" style="color:${color};word-break:break-all">${url}</a></p>
</td></tr>
</table>
<p style="margin:16px 0 0;font-size:12px;color:#6b6474"><a href="${escapeHtml(head.schoolUrl)}" style="color:#6b6474">${escapeHtml(head.schoolName)}</a></p>
</td></tr>
</table>
</body>
</html>
`
}
