import { z } from 'zod'
import { withPossibleEnding } from './email-typos.ts'
import { limits } from './limits.ts'
import { messages } from './messages.ts'

const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/
/** Names that lead nowhere outside of one machine or one network. */
const inner = new Set(['localhost', 'local', 'internal', 'arpa', 'onion', 'invalid'])

/**
 * Reads the domain that an address names and writes it as computers do: lower case, accents in punycode, no dot at its end. Spaces become
 * dashes (part 1 §5). Answers undefined for text that is no domain of the internet's: an IP address, a name without a dot, one with a user
 * before it, one with an ending that doesn't exist.
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
  if (withPossibleEnding(domain) || (last.length === 2 && !countries.has(last))) return undefined
  const isDomain = labels.length > 1 && labels.every((each) => label.test(each)) && /[a-z]/.test(last)
  return isDomain && domain.length <= 253 && !inner.has(last) ? domain : undefined
}

/** Endings of two letters are those of countries and areas; others don't exist. */
const countries = new Set(
  (
    'ac ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bm bn bo br bs bt bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr ' +
    'cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et eu fi fj fk fm fo fr ga gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ' +
    'ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mg mh mk ml mm ' +
    'mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa ' +
    'sb sc sd se sg sh si sk sl sm sn so sr ss st su sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug uk us uy uz va vc ve vg vi ' +
    'vn vu wf ws ye yt za zm zw'
  ).split(' '),
)

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
