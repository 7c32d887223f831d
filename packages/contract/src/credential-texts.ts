import { completionVerb } from './certificates.contract.ts'

/** Texts of credentials, which wallets and other programs show. */
export const credentialTexts = {
  description: ({
    course,
    courses,
    school,
    hours,
  }: {
    course: string
    courses: number
    school: string
    hours: string
  }) => `${courses === 1 ? 'Curso' : 'Cursos'} ${course}, de ${school}${hours && `, com carga horária de ${hours}`}.`,
  criteria: (courses: number, modules: { title: string; lessons: string[] }[]) =>
    [
      `${completionVerb(courses).replace(/^c/, 'C')}.`,
      ...modules.map(({ title, lessons }) => `${title}: ${lessons.join('; ')}`),
    ].join('\n'),
  page: 'Página de verificação',
}
