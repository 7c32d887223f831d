/** The one allow-list of rich text: sanitize-html reads it when text is written, DOMPurify when it is shown. */
export const richText = {
  tags: [
    'p',
    'br',
    'h2',
    'h3',
    'h4',
    'strong',
    'em',
    'u',
    's',
    'sup',
    'sub',
    'a',
    'ul',
    'ol',
    'li',
    'blockquote',
    'code',
    'pre',
    'hr',
  ],
  /** Only links have attributes; the renderer adds rel and target itself. */
  linkSchemes: ['http', 'https', 'mailto', 'tel'],
  linkRel: 'noopener noreferrer nofollow',
} as const

/**
 * Tells whether an editor left only empty tags behind. A tag ends before the next one begins; otherwise each '<' would be read to the end.
 */
export const isEmptyRichText = (html: string) => html.replace(/<[^<>]*>|&nbsp;|\s/g, '') === ''

/** Text of a lesson without a description. A description that says only this counts as none (part 2 §5). */
export const lessonPlaceholder = 'Escreva aqui a descrição da aula'
