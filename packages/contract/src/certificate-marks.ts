import { type ExamMark, minimumMark } from './exam-results.ts'
import { formatOutOf } from './exam-texts.ts'

/** Standing of a student for a certificate that asks for a mark. */
interface MissingMark {
  minPercent: number
  /** Undefined while the student may not see it. */
  own: ExamMark | undefined
  isAutomatic: boolean
}

/** Says which mark a certificate asks for, and which one the student has. */
export const explainMissingMark = ({ minPercent, own, isAutomatic }: MissingMark): string =>
  [
    `Este certificado pede nota ${formatOutOf(minimumMark(minPercent))} nas provas`,
    own ? `, e a sua é ${formatOutOf(own)}. ` : '. ',
    isAutomatic ? 'Ele sai automaticamente quando você chegar lá.' : 'Você pode pedi-lo quando chegar lá.',
  ].join('')
