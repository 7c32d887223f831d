import type { CertificateLayout } from '@escola/contract/certificates.contract'
import type { ExamMark } from '@escola/contract/exam-results'

export interface StudiedCourse {
  title: string
  /** School that made the course, where another one teaches it; else ''. */
  fromSchool: string
  workloadMinutes: number
  modules: { title: string; lessons: { title: string; seconds: number }[] }[]
}

export interface CertificateSigner {
  name: string
  role: string
  signature: Buffer | undefined
}

/** Everything that is drawn. A text may be empty, and is left out then. */
export interface CertificateData {
  layout: CertificateLayout
  title: string
  studentName: string
  /** Digits of the student's CPF. */
  cpf: string
  courses: StudiedCourse[]
  workloadMinutes: number
  /** Mark of its exams, if it is printed. */
  mark: ExamMark | undefined
  /** Whether the back lists what was studied. */
  hasSyllabus: boolean
  schoolName: string
  legalName: string
  /** CNPJ of the school, or the CPF given instead: digits and letters alone. */
  taxId: string
  place: string
  signers: CertificateSigner[]
  startedOn: Date | undefined
  completedOn: Date
  issuedOn: Date
  code: string
  /** Number of the issue: from the second on it is printed. */
  number: number
  register: { number: number; book: number } | undefined
  /** Address that checks the code: by the school's own path, to be read and typed. */
  verifyUrl: string
  /** Address of the verification page that never changes, for the QR: paper outlives the path that a school chose. */
  lastingUrl: string
  /** The school's ui_theme. */
  theme: string
  /** Pictures of any kind: one to stand on light ground, one for dark ground. */
  logo: Buffer | undefined
  darkLogo: Buffer | undefined
  /** Hexadecimal random bits of the issue, which become the id of the file. */
  salt: string
}
