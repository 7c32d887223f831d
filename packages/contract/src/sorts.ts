/** How lists of students are sorted; a minus turns it round. */
export const studentSorts = ['name', '-name', 'since', '-since'] as const
export type StudentSort = (typeof studentSorts)[number]
/** What such a word asks for. */
export const readSort = <Sort extends string>(sort: Sort) => ({
  by: sort.replace('-', '') as Sort extends `-${infer By}` ? By : Sort,
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})
export const newestFirst: StudentSort = '-since'

/** How platform administrators sort schools (part 1 §9), each also the other way round. */
export const schoolSorts = [
  'id',
  '-id',
  'date',
  '-date',
  'total_students',
  '-total_students',
  'name',
  '-name',
  'balance',
  '-balance',
] as const
export type SchoolSort = (typeof schoolSorts)[number]
export const newestSchoolsFirst: SchoolSort = '-date'
