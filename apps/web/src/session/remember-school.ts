import { deviceStore } from '../api/storage.ts'

export const lastSchoolKey = 'escola.school'

/** Remembers the start of this browser's school, which is the last one from now on. */
export const rememberSchool = (basePath: string) => deviceStore.write(lastSchoolKey, `${basePath}/`)
