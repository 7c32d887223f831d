export const lastSchoolKey = 'escola.school'

/** Where the school begins that this browser is in: it is the last one from now on. */
export const noteSchool = (basePath: string) => localStorage.setItem(lastSchoolKey, `${basePath}/`)
