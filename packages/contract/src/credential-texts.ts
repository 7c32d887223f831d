import { completionVerb } from './certificates.contract.ts'

/** Texts of credentials, which wallets and other programs show. */
export const credentialTexts = {
  description: ({
    course,
    courses,
    school,
    origin,
    hours,
  }: {
    course: string
    courses: number
    school: string
    /** Schools that made the courses, where they are others; else ''. */
    origin: string
    hours: string
  }) =>
    `${courses === 1 ? 'Curso' : 'Cursos'} ${course}, ${origin ? `por ${school} (${origin})` : `de ${school}`}${hours && `, com carga horária de ${hours}`}.`,
  criteria: (courses: number, modules: { title: string; lessons: string[] }[]) =>
    [
      `${completionVerb(courses).replace(/^c/, 'C')}.`,
      ...modules.map(({ title, lessons }) => `${title}: ${lessons.join('; ')}`),
    ].join('\n'),
  mark: 'Nota',
  page: 'Página de verificação',
}
