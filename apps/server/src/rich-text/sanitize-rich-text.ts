import { examQuestionListLimits } from '@escola/contract/exam-questions.contract'
import { namePictures, questionText } from '@escola/contract/question-text'
import { richText } from '@escola/contract/rich-text'
import sanitizeHtml from 'sanitize-html'

const linkStart = new RegExp(`^(?:${richText.linkSchemes.join('|')}):`, 'i')

const allowed: sanitizeHtml.IOptions = {
  allowedTags: [...richText.tags],
  allowedAttributes: { a: ['href'] },
  allowedSchemes: [...richText.linkSchemes],
  // The limit is deeper than people write, and far from where a parser gives up.
  nestingLimit: 100,
  transformTags: {
    // Whole addresses only: a relative one would lead somewhere else on every page that shows the text.
    a: (tagName, { href }): sanitizeHtml.Tag => ({ tagName, attribs: href && linkStart.test(href) ? { href } : {} }),
  },
}

const pictureKey = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/
const pixels = /^[1-9]\d{0,4}$/

/** The attributes of a picture of the school's own; none for any other picture, which is removed. */
function pictureAttributes({ 'data-picture': key, alt, width, height }: sanitizeHtml.Attributes) {
  if (!key || !pictureKey.test(key)) return {}
  const size = width && height && pixels.test(width) && pixels.test(height) ? { width, height } : {}
  return { 'data-picture': key, alt: (alt ?? '').trim().slice(0, questionText.altMax), ...size }
}

const allowedInQuestions: sanitizeHtml.IOptions = {
  allowedTags: [...questionText.tags],
  allowedAttributes: { img: [...questionText.picture], span: [questionText.formula] },
  nestingLimit: 100,
  transformTags: {
    img: (tagName, attribs): sanitizeHtml.Tag => ({ tagName, attribs: pictureAttributes(attribs) }),
    span: (tagName, attribs): sanitizeHtml.Tag => ({
      tagName,
      attribs: questionText.formula in attribs ? { [questionText.formula]: 'tex' } : {},
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !attribs['data-picture'],
}

const noTags: sanitizeHtml.IOptions = { allowedTags: [], allowedAttributes: {} }

// '&#1;' is such a character once its entity is read.
const cleanHtml = (html: string, options: sanitizeHtml.IOptions) => withoutControls(sanitizeHtml(html, options))

/** Text that closes its tags in odd places needs a second pass to come to rest; more than these is an attack. */
const passes = 10

/** The rich text that we keep: tags and links of the allow-list and nothing else. What was sanitised once stays as it is. */
export const sanitizeRichText = (html: string): string => sanitize(html, allowed)

/** Sanitises a text of an exam's question by its own allow-list; pictures stay by their keys alone. */
export const sanitizeQuestionText = (html: string): string => sanitize(html, allowedInQuestions)

function sanitize(html: string, options: sanitizeHtml.IOptions): string {
  let text = withoutControls(html)
  for (let pass = 0; pass < passes; pass++) {
    const cleaner = cleanHtml(text, options)
    if (cleaner === text) return text
    text = cleaner
  }
  return cleanHtml(text, noTags)
}

/** The text without its markup, for titles that come from an editable heading. */
export const textOfHtml = (html: string): string =>
  cleanHtml(withoutControls(html), noTags)
    .replace(/&(lt|gt|quot|nbsp|amp);|\u00a0/g, (_, name: string | undefined) => entities[name ?? 'nbsp']!)
    .replace(/\s+/g, ' ')
    .trim()

/** The text of sanitised rich text line by line, with the addresses of its links. */
export const linesOfHtml = (html: string): string =>
  html
    .replace(/<a href="([^"]*)">(.*?)<\/a>/gs, '$2 ($1)')
    .split(/<br ?\/?>|<hr ?\/?>|<\/(?:p|h\d|li|blockquote|pre)>/)
    .map(textOfHtml)
    .filter(Boolean)
    .join('\n')

/** The text of an exam's question line by line, with the words of its pictures. */
export const linesOfQuestion = (html: string): string => linesOfHtml(namePictures(html))

/** The first words of a question, of its statement. */
export const summaryOfQuestion = (statement: string): string =>
  linesOfQuestion(statement).replaceAll('\n', ' ').slice(0, examQuestionListLimits.summaryMax).toWellFormed()

const entities: Record<string, string> = { lt: '<', gt: '>', quot: '"', nbsp: ' ', amp: '&' }
// Neither the database nor a browser has a use for them; line ends and tabs stay.
const withoutControls = (html: string) => html.replace(/[^\P{Cc}\n\r\t]/gu, '').toWellFormed()
