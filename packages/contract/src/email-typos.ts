/** Providers that users mistype, with the endings that each has; a wrong ending becomes the first. */
const providers: Record<string, string[]> = {
  gmail: ['com'],
  hotmail: ['com', 'com.br'],
  outlook: ['com', 'com.br'],
  yahoo: ['com', 'com.br'],
  icloud: ['com'],
  live: ['com'],
  msn: ['com'],
  globo: ['com'],
  uol: ['com.br'],
  bol: ['com.br'],
  terra: ['com.br'],
  ig: ['com.br'],
}
/** Shorter or plainer names have neighbours that are real domains: serra.com.br is no mistyped terra.com.br. */
const mistypedNames = ['gmail', 'hotmail', 'outlook', 'yahoo', 'icloud']
/** Names one slip away from a provider's that are addresses of their own. */
const realNames = new Set(['mail', 'email', 'ymail', 'fmail', 'tmail', 'cloud', 'outlooks'])
/** Endings that no domain has. */
const impossibleEndings: [RegExp, string][] = [
  [/\.(con|comm|coom|xom|vom|cpm)$/, '.com'],
  [/\.((con|comm|coom|xom|vom|cpm|cim|cm)\.br|com\.b|combr|com\.br\.br|com\.brr)$/, '.com.br'],
]
/** A provider with addresses in Brazil has some in other countries, too, whose endings are no slip. */
const isForeign = (ending: string) => /^([a-z]{2}|com?\.[a-z]{2})$/.test(ending) && !slippedEndings.has(ending)
const slippedEndings = new Set(['cm', 'co', 'om', 'com.bt', 'com.nr', 'com.vr', 'com.rb', 'com.be', 'co.br'])

/** Proposes the address that was probably meant, where the domain of an e-mail is likely mistyped. */
export function suggestEmail(email: string): string | undefined {
  const at = email.lastIndexOf('@')
  const domain = suggestDomain(email.slice(at + 1))
  return domain && `${email.slice(0, at)}@${domain}`
}

function suggestDomain(domain: string): string | undefined {
  const dot = domain.indexOf('.')
  const ending = domain.slice(dot + 1)
  const name = providerOf(domain.slice(0, dot))
  const known = name && providers[name]
  if (!known) return withPossibleEnding(domain)
  if (known.length > 1 && isForeign(ending) && !known.includes(ending)) return undefined
  const possible = withPossibleEnding(`x.${ending}`)?.slice(2) ?? ending
  const meant = known.find((each) => each === possible) ?? known.find((each) => isOneSlip(possible, each)) ?? known[0]!
  return `${name}.${meant}` === domain ? undefined : `${name}.${meant}`
}

/** Proposes the domain that was probably meant, where its ending is one that no domain has. */
export function withPossibleEnding(domain: string): string | undefined {
  const [wrong, right] = impossibleEndings.find(([pattern]) => pattern.test(domain)) ?? []
  return wrong && domain.replace(wrong, right!)
}

const providerOf = (name: string) =>
  name in providers ? name : realNames.has(name) ? undefined : mistypedNames.find((each) => isOneSlip(name, each))

/** Says whether one letter too many, too few, wrong, or two swapped ones make one text of the other. */
function isOneSlip(text: string, other: string): boolean {
  if (text === other || Math.abs(text.length - other.length) > 1) return false
  let start = 0
  while (start < text.length && text[start] === other[start]) start++
  const [left, right] = [text.slice(start), other.slice(start)]
  if (left.length > right.length) return left.slice(1) === right
  if (left.length < right.length) return left === right.slice(1)
  const isSwapped = left[0] === right[1] && left[1] === right[0] && left.slice(2) === right.slice(2)
  return isSwapped || left.slice(1) === right.slice(1)
}
