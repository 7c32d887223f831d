import { isNamespace } from '@escola/contract/namespaces'
import { slugify } from '@escola/contract/text'
import type { PlatformDb } from '@escola/db'
import { claimNamespace } from './namespaces.queries.ts'
import { insertSchool, updateSchoolEmail } from './registration.queries.ts'

export interface NewSchool {
  name: string
  email: string
  isAcademy: boolean
}

/** Makes a school under a readable address, or under /escola/{id} alone when its name gives none that is free. @returns its id */
export async function registerSchool(db: PlatformDb, school: NewSchool, now: Date): Promise<string> {
  const name = slugify(school.name, '').slice(0, 36).replace(/-+$/, '')
  for (const namespace of [name, `${name}-2`, `${name}-3`].filter(isNamespace)) {
    if (!(await claimNamespace(db, namespace, { now }))) continue
    const id = await insertSchool(db, school, namespace)
    if (id) return id
  }
  return (await insertSchool(db, school, null))!
}

/** A school is reached at the e-mail that its owner signed up with, until it chooses another. */
export const moveSchoolEmail = (db: PlatformDb, schoolId: string, change: { from: string; to: string }) =>
  updateSchoolEmail(db, schoolId, change)
