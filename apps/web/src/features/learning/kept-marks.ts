/** Where one person's marks of lessons wait on this device until their school knows them. */
export const marksKey = (schoolId: string, userId: string) => `escola.marks.${schoolId}.${userId}`

export function hasKeptMarks(schoolId: string, userId: string): boolean {
  try {
    return localStorage.getItem(marksKey(schoolId, userId)) !== null
  } catch {
    return false
  }
}
