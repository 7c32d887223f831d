const secrets: [RegExp, string][] = [
  [/[\w.+-]+(?:@|%40)[\w-]+(?:\.[\w-]+)+/g, '[e-mail]'],
  // Our tokens have three parts, of which the first two begin like JSON does.
  [/eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+/g, '[token]'],
  [/\b(Bearer\s+)[\w.~+/=-]+/gi, '$1[token]'],
  // Mailed links carry theirs in the path.
  [
    /\/(activate|welcome|recover|login|user-by-token|create-account|set-new-password|mailed-links|email-changes|email|nao-fui-eu)\/[^/?#\s"']+/g,
    '/$1/[token]',
  ],
  [/([?&](?:auth|token|redirect|signature|code)=)[^&#\s"']*/gi, '$1[token]'],
]

/** Removes names and keys from a text that is sent to another company. */
export const scrubText = (text: string) => secrets.reduce((rest, [secret, name]) => rest.replace(secret, name), text)

/** Scrubs every text inside of a value. */
export function scrub<T>(value: T): T {
  if (typeof value === 'string') return scrubText(value) as T
  if (Array.isArray(value)) return value.map(scrub) as T
  if (value === null || typeof value !== 'object' || Object.getPrototypeOf(value) !== Object.prototype) return value
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, scrub(each)])) as T
}
