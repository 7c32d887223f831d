/**
 * A path of this same school to go to after sign-in, or undefined for anything else. Paths here have no base path;
 * the parser folds '..', back slashes and tabs away before we look, as a browser would.
 */
export function safeRedirect(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const here = 'https://escola.invalid'
  if (!URL.canParse(value, here)) return undefined
  const url = new URL(value, here)
  if (url.origin !== here || url.pathname.startsWith('//') || url.pathname === '/login') return undefined
  return url.pathname + url.search + url.hash
}
