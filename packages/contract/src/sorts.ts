/** How lists of students are sorted; a minus turns it round. */
export const studentSorts = ['name', '-name', 'since', '-since'] as const
export type StudentSort = (typeof studentSorts)[number]
/** What such a word asks for. */
export const readSort = (sort: StudentSort) => ({
  by: sort.replace('-', '') as 'name' | 'since',
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})
export const newestFirst: StudentSort = '-since'
