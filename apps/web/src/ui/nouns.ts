/** What a school's data is about: each has the keys of its queries to itself. */
export type Noun =
  | 'accessApi'
  | 'administrators'
  | 'calendars'
  | 'certificates'
  | 'cohorts'
  | 'courses'
  | 'domains'
  | 'imports'
  | 'karma'
  | 'learning'
  | 'notifications'
  | 'pages'
  | 'platform'
  | 'profiles'
  | 'sales'
  | 'students'
  | 'threads'
  | 'videos'

/** What every query key of a noun begins with. */
export const nounKey = (schoolId: string, noun: Noun) => ['school', schoolId, noun] as const
