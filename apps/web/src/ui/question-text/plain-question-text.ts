import { namePictures } from '@escola/contract/question-text'

/** A question's text in one short line, for labels and announcements: pictures by their descriptions, formulas as TeX. */
export function plainQuestionText(html: string, max = 80): string {
  const template = document.createElement('template')
  template.innerHTML = namePictures(html).replace(/<(?:\/p|\/li|br)\b/g, ' $&')
  const text = template.content.textContent.replace(/\s+/g, ' ').trim()
  return text.length > max ? `${text.slice(0, max - 1).toWellFormed()}…` : text
}
