/** Texts of credentials, which wallets and other programs show. */
export const credentialTexts = {
  description: ({ course, school, hours }: { course: string; school: string; hours: string }) =>
    `Curso ${course}, de ${school}${hours && `, com carga horária de ${hours}`}.`,
  criteria: (modules: { title: string; lessons: string[] }[]) =>
    ['Concluiu o curso.', ...modules.map(({ title, lessons }) => `${title}: ${lessons.join('; ')}`)].join('\n'),
  page: 'Página de verificação',
}
