export const lastSchoolKey = 'escola.school'

/** Remembers the start of this browser's school, which is the last one from now on. */
export const rememberSchool = (basePath: string) => localStorage.setItem(lastSchoolKey, `${basePath}/`)
