import { type ParsedLocation, redirect } from '@tanstack/react-router'
import { contextQuery } from '../session/context.ts'
import { requireMember } from '../session/guards.ts'
import { queryClient } from '../session/query-client.ts'

/** Guards a student's own attempts. An administrator has none, and is led to the lesson. */
export async function requireStudent(
  location: ParsedLocation,
  { link, classLink }: { link: string; classLink: string },
) {
  await requireMember({ location })
  const { school } = await queryClient.ensureQueryData(contextQuery)
  if (school?.role.includes('admin')) throw redirect({ to: '/c/$link/$classLink', params: { link, classLink } })
}
