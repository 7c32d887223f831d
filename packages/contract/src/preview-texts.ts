import { completionVerb } from './certificates.contract.ts'

interface Certificate {
  student_name: string
  course_title: string
  courses: number
  school_name: string
  state: 'valid' | 'replaced' | 'revoked'
}
interface Course {
  promise: string
  lessons: number
  school: string
}

/** Closes a line that an author may have ended without a mark, so that another sentence can follow. */
const asSentence = (line: string) => (line === '' ? '' : `${/[.!?…]$/.test(line) ? line : `${line}.`} `)

/** Descriptions that other sites show where an address of a school is pasted. */
export const previewTexts = {
  school: (school: string) =>
    `${school}: cursos na internet, no seu ritmo, com certificado que qualquer pessoa confere.`,
  certificate: ({ student_name, course_title, courses, school_name, state }: Certificate) => ({
    title: `Certificado de ${student_name}`,
    description: {
      valid: `${student_name} ${completionVerb(courses)} ${course_title}. Certificado emitido por ${school_name}: confira que é verdadeiro.`,
      replaced: `Este certificado de ${student_name}, ${courses === 1 ? 'do curso' : 'dos cursos'} ${course_title}, foi substituído por outro.`,
      revoked: `Este certificado de ${student_name}, ${courses === 1 ? 'do curso' : 'dos cursos'} ${course_title}, foi revogado por ${school_name}.`,
    }[state],
  }),
  course: ({ promise, lessons, school }: Course) =>
    `${asSentence(promise)}Um curso de ${school}, com ${lessons === 1 ? '1 aula' : `${lessons} aulas`} para fazer no seu ritmo.`,
  'termos-e-condicoes': (school: string) => `O que vale para quem estuda em ${school}.`,
  'politica-de-privacidade': (school: string) =>
    `Como ${school} cuida dos dados de quem estuda lá, de acordo com a LGPD.`,
  sobre: (school: string) => `Conheça ${school}: o que ensina, e como falar com quem cuida dela.`,
  contato: (school: string) => `Como falar com ${school}.`,
}
