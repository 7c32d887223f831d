export const lastSchoolKey = 'escola.school'

/** Notes the start of this browser's school, which is the last one from now on. */
export const noteSchool = (basePath: string) => localStorage.setItem(lastSchoolKey, `${basePath}/`)
