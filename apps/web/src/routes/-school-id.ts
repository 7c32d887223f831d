import type { RouteContext } from './__root.tsx'

/** For loaders of pages inside the shell, whose guard lets nobody further who is in no school. */
export function schoolIdOf({ school }: RouteContext): string {
  if (!school) throw new Error('This page needs a school')
  return school.id
}
