export interface Addressed {
  id: string
  namespace: string | null
}

/** Path at which a school's pages begin on the platform's own address. */
export const basePathOf = (school: Addressed) => (school.namespace ? `/${school.namespace}` : `/escola/${school.id}`)

/** Path of the school's, written as if the school began at /. It refuses one that would lead out of the school. */
export function pathIn(school: Addressed, path: string): string {
  const base = basePathOf(school)
  const { origin, pathname, search, hash } = new URL(`${base}${path}`, 'http://school.invalid')
  if (origin !== 'http://school.invalid' || (pathname !== base && !pathname.startsWith(`${base}/`)))
    throw new Error(`${path} leads out of the school`)
  return `${pathname}${search}${hash}`
}

export interface Reachable extends Addressed {
  domain: string | null
  use_own_domain: boolean
  is_domain_broken: boolean
}

/** Address that a school's links begin with: its own domain while that leads here, else its place on the platform's. */
export const schoolUrlOf = (publicUrl: string, school: Reachable) =>
  school.domain && school.use_own_domain && !school.is_domain_broken
    ? `https://${school.domain}`
    : `${publicUrl}${basePathOf(school)}`
