/** Key of one user's marks of lessons, which wait on this device until their school has them. */
export const marksKey = (schoolId: string, userId: string) => `escola.marks.${schoolId}.${userId}`

export function hasKeptMarks(schoolId: string, userId: string): boolean {
  try {
    return localStorage.getItem(marksKey(schoolId, userId)) !== null
  } catch {
    return false
  }
}
