import { completionVerb, describeOrigin } from '@escola/contract/certificates.contract'
import { formatOutOf } from '@escola/contract/exam-texts'
import { formatCpf } from '@escola/contract/people'
import { formatTaxId } from '@escola/contract/tax-ids'
import { joinTitles } from '@escola/contract/text'
import { formatLongDate } from '@escola/contract/time'
import type { CertificateData } from './certificate-data.ts'
import { formatHoursInWords } from './hours-in-words.ts'

export const titleOf = ({ courses }: Pick<CertificateData, 'courses'>) => joinTitles(courses.map(({ title }) => title))

/** Texts of the front, in the order in which they are read. */
export function makeFrontTexts(data: CertificateData) {
  return {
    intro: 'Certificamos que',
    student: data.studentName,
    cpf: data.cpf && `CPF ${formatCpf(data.cpf)}`,
    verb: completionVerb(data.courses.length),
    courses: titleOf(data),
    origin: describeOrigin(data.courses.map(({ fromSchool }) => fromSchool)),
    study: describeStudy(data),
    mark: data.mark ? `Nota: ${formatOutOf(data.mark)}` : '',
    placeAndDate: data.place
      ? `${data.place}, ${formatLongDate(data.issuedOn)}`
      : `Emitido em ${formatLongDate(data.issuedOn)}`,
    issuer: [data.legalName || data.schoolName, formatTaxId(data.taxId)].filter(Boolean).join(' · '),
    check: `Confira a autenticidade em ${data.verifyUrl}`,
    register: data.register ? [`Registro nº ${data.register.number}`, `Livro ${data.register.book}`] : ([] as string[]),
    copy: data.number > 1 ? `${data.number}ª via` : '',
  }
}
export type FrontTexts = ReturnType<typeof makeFrontTexts>

function describeStudy({ workloadMinutes, startedOn, completedOn }: CertificateData): string {
  const end = formatLongDate(completedOn)
  const start = startedOn && formatLongDate(startedOn)
  const days = start === undefined ? `concluído em ${end}` : start === end ? `em ${end}` : `de ${start} a ${end}`
  const hours = formatHoursInWords(workloadMinutes)
  return hours ? `com carga horária de ${hours}, ${days}` : days
}
