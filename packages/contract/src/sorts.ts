/** How lists of students are sorted; a minus turns it round. */
export const studentSorts = ['name', '-name', 'since', '-since'] as const
export type StudentSort = (typeof studentSorts)[number]
export const newestFirst: StudentSort = '-since'
