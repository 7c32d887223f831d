import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { readIsAuthor, requireMember } from '../session/guards.ts'

/** Guards a student's own attempts. An author has none, and is led to the lesson. */
export async function requireStudent(
  location: ParsedLocation,
  { link, classLink }: { link: string; classLink: string },
) {
  await requireMember({ location })
  if (await readIsAuthor(link)) throw redirect({ to: '/c/$link/$classLink', params: { link, classLink } })
}
