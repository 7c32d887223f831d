import { z } from 'zod'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Names that lead nowhere outside of one machine or one network. */
const inner = new Set(['localhost', 'local', 'internal', 'arpa', 'onion', 'invalid'])

/**
 * Reads the domain that an address names and writes it as computers do: lower case, accents in punycode, no dot at its end. Spaces become
 * dashes (part 1 §5). Answers undefined for text that is no domain of the internet's: an IP address, a name without a dot, one with a user
 * before it.
 */
export function domainOf(typed: string): string | undefined {
  const text = typed.trim().replace(/\s+/g, '-')
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`
  if (!URL.canParse(address)) return undefined
  const { hostname, username, password } = new URL(address)
  if (username || password) return undefined
  const domain = hostname.replace(/\.$/, '')
  const labels = domain.split('.')
  const last = labels.at(-1)!
  const isDomain = labels.length > 1 && labels.every((each) => label.test(each)) && /[a-z]/.test(last)
  return isDomain && domain.length <= 253 && !inner.has(last) ? domain : undefined
}

/** Name at which a domain's owner writes which school it is for; an alias can't have a record beside it under its own name. */
export const proofNameOf = (domain: string) => `_escola.${domain}`

/** Address or bare domain, as the modal takes it. */
export const DomainUrl = z
  .string({ error: messages.settingsDomain })
  .max(limits.domainUrlMax, messages.settingsDomain)
  .transform((typed, { addIssue }) => {
    const domain = domainOf(typed)
    if (!domain) addIssue({ code: 'custom', message: messages.settingsDomain })
    return domain ?? ''
  })
