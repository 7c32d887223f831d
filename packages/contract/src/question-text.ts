import { isEmptyRichText } from './rich-text.ts'

/** The allow-list of questions for exams: what a statement, an option or an explanation may hold. */
export const questionText = {
  tags: ['p', 'br', 'strong', 'em', 'u', 'sup', 'sub', 'ul', 'ol', 'li', 'code', 'pre', 'img', 'span'],
  /** Attributes of a picture: its key among the school's own pictures, words for readers who don't see it, and its size in pixels. */
  picture: ['data-picture', 'alt', 'width', 'height'],
  /** Attribute that marks a formula, whose TeX is the element's text. */
  formula: 'data-formula',
  formulaMax: 1000,
  altMax: 300,
} as const

const pictureTag = /<img\b[^<>]*>/g
const keyOfPicture = /\bdata-picture="([0-9a-f-]{36})"/

/** Lists the keys of the pictures that a sanitised text shows. */
export const listPictures = (html: string): string[] =>
  (html.match(pictureTag) ?? []).flatMap((tag) => keyOfPicture.exec(tag)?.[1] ?? [])

/** Says whether each own picture of a text has words for readers who don't see it; others are removed when the text is written. */
export const describesPictures = (html: string): boolean =>
  (html.match(pictureTag) ?? []).every((tag) => !keyOfPicture.test(tag) || /\balt="\s*[^\s"]/.test(tag))

/** Writes the words of each picture in its place, for lists, searches and files. */
export const namePictures = (html: string): string =>
  html.replace(pictureTag, (tag) => ` ${/\balt="([^"]*)"/.exec(tag)?.[1] ?? ''} `)

/** Says whether an editor left neither words nor a picture behind. */
export const isEmptyQuestionText = (html: string): boolean => isEmptyRichText(html) && !html.includes('<img')

/** Says whether each formula of a text is short enough to be drawn. */
export const hasShortFormulas = (html: string): boolean =>
  html
    .split(`<span ${questionText.formula}`)
    .slice(1)
    .every((rest) => rest.split('</span', 1)[0]!.length <= questionText.formulaMax + 20)
