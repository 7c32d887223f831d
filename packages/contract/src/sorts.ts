/** Sort orders of student lists; a minus turns one round. */
export const studentSorts = ['name', '-name', 'since', '-since'] as const
export type StudentSort = (typeof studentSorts)[number]
/** Splits such a word into its column and its direction. */
export const readSort = <Sort extends string>(sort: Sort) => ({
  by: sort.replace('-', '') as Sort extends `-${infer By}` ? By : Sort,
  direction: sort.startsWith('-') ? ('desc' as const) : ('asc' as const),
})
export const newestFirst: StudentSort = '-since'

/** Sort orders of platform administrators' school list (part 1 §9), each also the other way round. */
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
