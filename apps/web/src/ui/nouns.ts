/** Nouns of a school's data: each has the keys of its queries to itself. */
export type Noun =
  | 'accessApi'
  | 'administrators'
  | 'bulkChanges'
  | 'calendars'
  | 'certificates'
  | 'cohorts'
  | 'courses'
  | 'domains'
  | 'fieldMappings'
  | 'imports'
  | 'karma'
  | 'learning'
  | 'moves'
  | 'notices'
  | 'notifications'
  | 'pages'
  | 'platform'
  | 'profiles'
  | 'sales'
  | 'salesAccounts'
  | 'students'
  | 'threads'
  | 'today'
  | 'videos'

/** Begins every query key of a noun. */
export const nounKey = (schoolId: string, noun: Noun) => ['school', schoolId, noun] as const
