/**
 * A path of this same school to go to after sign-in, or undefined for anything else. Paths here have no base path;
 * the parser folds '..', back slashes and tabs away before we look, as a browser would.
 */
export function safeRedirect(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const here = 'https://escola.invalid'
  if (!URL.canParse(value, here)) return undefined
  const url = new URL(value, here)
  if (url.origin !== here || url.pathname.startsWith('//') || /^\/login(\/|$)/.test(url.pathname)) return undefined
  return url.pathname + url.search + url.hash
}

/** Reads the address that the user was going to before the login: a path, or the course that a link names. */
export const loginSearch = ({ redirect, degreeLink }: Record<string, unknown>): { redirect?: string } => ({
  // Spelled out even when refused: a key left out would keep the value that the address gives it.
  redirect: safeRedirect(redirect) ?? (degreeLink ? safeRedirect(`/c/${degreeLink}`) : undefined),
})
