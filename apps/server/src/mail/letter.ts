import { linesOfHtml } from '../rich-text/sanitize-rich-text.ts'

/** Content of a mail before its HTML is written. All of it but `quotes` is plain text, so no other user input can become markup. */
export interface Letter {
  subject: string
  heading: string
  paragraphs: string[]
  /** Name and value, such as a class and its title; drawn in a quiet box, one above the other. */
  facts: { label: string; value: string }[]
  /** Courses that the person was given, drawn as cards; one may say what is new in it, and lead there. */
  courses: { title: string; cover: string; news?: { text: string; url: string } }[]
  /** Number of courses that are not listed in `courses`. */
  moreCourses: number
  /** News by kind; each line leads to its page. said: words of a user, without their markup; '' for none. */
  news?: { label: string; lines: { text: string; url: string; said: string }[]; more: number }[]
  /** Texts that users wrote in an editor, such as a question: sanitised rich text. */
  quotes?: { label: string; html: string }[]
  certificate?: { studentName: string; courseTitle: string; courses: number; issuedOn: string; code: string }
  /** Left out of a mail that leads nowhere. */
  button?: { label: string; url: string }
  note: string
  /** Secondary link below the note. */
  aside?: { label: string; url: string }
}

export interface Letterhead {
  schoolName: string
  schoolUrl: string
  theme: string
  /** Whole addresses, '' for none: a mail is read away from the site. */
  logo: string
  logoDark: string
}

/** Writes the plain-text version of the mail, for mailboxes without HTML and for screen readers. */
export function letterText(letter: Letter, { schoolName, schoolUrl }: Letterhead) {
  const { heading, paragraphs, certificate, button, note, aside } = letter
  const facts = [
    ...letter.facts,
    ...coursesFact(letter),
    ...(certificate
      ? [
          { label: 'Certificado de', value: certificate.studentName },
          { label: certificate.courses === 1 ? 'Curso' : 'Cursos', value: certificate.courseTitle },
          { label: 'Emitido em', value: certificate.issuedOn },
          { label: 'Código', value: certificate.code },
        ]
      : []),
  ]
  const lines = [heading, ...paragraphs]
  if (facts.length) lines.push(facts.map(({ label, value }) => `${label}: ${value}`).join('\n'))
  for (const { label, lines: each, more } of letter.news ?? [])
    lines.push(
      [
        `${label}:`,
        ...each.map(({ text, url, said }) => [`- ${text}`, ...(said ? [said] : []), url].join('\n  ')),
        ...(more > 0 ? [`e mais ${more}`] : []),
      ].join('\n'),
    )
  // One course alone is what the button leads to.
  for (const { title, news } of letter.courses)
    if (news) lines.push([`${title}: ${news.text}`, ...(news.url === button?.url ? [] : [news.url])].join('\n'))
  if (letter.moreCourses > 0 && letter.courses.some(({ news }) => news)) lines.push(`e mais ${letter.moreCourses}`)
  for (const { label, html } of letter.quotes ?? []) lines.push(`${label}:\n${linesOfHtml(html)}`)
  lines.push(
    ...(button ? [`${button.label}:\n${button.url}`] : []),
    note,
    ...(aside ? [`${aside.label}:\n${aside.url}`] : []),
    `--\n${schoolName}\n${schoolUrl}`,
  )
  return `${lines.join('\n\n')}\n`
}

function coursesFact({ courses, moreCourses }: Letter) {
  if (courses.length === 0 || courses.some(({ news }) => news)) return []
  const titles = [...courses.map(({ title }) => title), ...(moreCourses > 0 ? [`e mais ${moreCourses}`] : [])]
  return [{ label: titles.length > 1 ? 'Cursos' : 'Curso', value: titles.join(', ') }]
}
