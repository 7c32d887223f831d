/**
 * A path of this same school to go to after sign-in, or undefined for anything else. Paths here have no base path;
 * the parser folds '..', back slashes and tabs away before we look, as a browser would.
 */
export function readRedirect(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const placeholderOrigin = 'https://escola.invalid'
  if (!URL.canParse(value, placeholderOrigin)) return undefined
  const url = new URL(value, placeholderOrigin)
  if (url.origin !== placeholderOrigin || url.pathname.startsWith('//') || /^\/login(\/|$)/.test(url.pathname))
    return undefined
  return url.pathname + url.search + url.hash
}

/** Pages that a user has outside any school, too. */
const outsidePages = /^\/(escolas|minha-conta|cadastro)(?![^/?#])/

/** Keeps a target that is there outside any school; every other one is a school's. */
export const outsideTarget = (target: string | undefined): string | undefined =>
  target && outsidePages.test(target) ? target : undefined

/** Reads the address that the user was going to before the login: a path, or the course that a link names. */
export const readLoginSearch = ({ redirect, degreeLink }: Record<string, unknown>): { redirect?: string } => ({
  // Spelled out even when refused: a key left out would keep the value that the address gives it.
  redirect: readRedirect(redirect) ?? (degreeLink ? readRedirect(`/c/${degreeLink}`) : undefined),
})
