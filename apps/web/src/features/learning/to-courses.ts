/** The list of courses, called the same wherever a link leads to it and where it begins. */
export const toCourses = { to: '/cursos', label: 'Meus cursos' } as const
