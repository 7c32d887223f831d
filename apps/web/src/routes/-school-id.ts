import type { RouteContext } from './__root.tsx'

/** Reads the school's id for loaders of pages inside the shell, whose guard admits members of a school alone. */
export function schoolIdOf({ school }: RouteContext): string {
  if (!school) throw new Error('This page needs a school')
  return school.id
}
