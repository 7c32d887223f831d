import { questionText } from '@escola/contract/question-text'
import DOMPurify from 'dompurify'
import { sanitizeUntilStill } from '../rich-text/safe-html.tsx'

const purifier = DOMPurify(window)
const allowed = {
  ALLOWED_TAGS: [...questionText.tags],
  ALLOWED_ATTR: [...questionText.picture, questionText.formula],
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
}

/** Sanitises a text of a question by its own allow-list, as the server has when it was written. */
export const sanitizeQuestionText = (html: string): string => sanitizeUntilStill(purifier, html, allowed)
