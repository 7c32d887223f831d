/** Address of a picture; '' when there is none. */
export const imageUrl = (schoolId: string, key: string | null): string =>
  key ? `/api/school/${schoolId}/image/${key}` : ''
