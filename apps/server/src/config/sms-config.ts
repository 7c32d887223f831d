export type SmsConfig =
  | { provider: 'off' | 'local' }
  | {
      provider: 'twilio'
      accountSid: string
      authToken: string
      /** Number of the account, or the id of a messaging service (MG…). */
      from: string
      /** Address of its API, without a slash at the end. */
      url: string
    }
  | {
      provider: 'zenvia'
      token: string
      from: string
      url: string
      /** Token that Zenvia's events show. */
      eventToken: string
    }

/**
 * Reads which provider sends text messages. Without one they come to the local mailbox, and in production, where that mailbox may not be, they
 * are off.
 */
export function readSms(env: NodeJS.ProcessEnv, problems: string[]): SmsConfig {
  const readRequired = (name: string) => {
    const value = env[name]
    if (!value) problems.push(`${name} must be set for SMS_PROVIDER=${env.SMS_PROVIDER}`)
    return value ?? ''
  }
  const readUrl = (name: string, usual: string) => {
    const value = env[name] || usual
    if (!URL.canParse(value)) problems.push(`${name} must be a URL`)
    return value.replace(/\/+$/, '')
  }
  const hasMailbox = env.NODE_ENV !== 'production' || Boolean(env.MAILBOX_URL)
  switch (env.SMS_PROVIDER || (hasMailbox ? 'local' : 'off')) {
    case 'off':
      return { provider: 'off' }
    case 'local':
      if (!hasMailbox) problems.push('SMS_PROVIDER=local takes MAILBOX_URL: the messages would come to no mailbox')
      return { provider: 'local' }
    case 'twilio':
      return {
        provider: 'twilio',
        accountSid: readAccount(readRequired('TWILIO_ACCOUNT_SID'), problems),
        authToken: readRequired('TWILIO_AUTH_TOKEN'),
        from: readRequired('TWILIO_FROM'),
        url: readUrl('TWILIO_URL', 'https://api.twilio.com'),
      }
    case 'zenvia':
      return {
        provider: 'zenvia',
        token: readRequired('ZENVIA_TOKEN'),
        from: readRequired('ZENVIA_FROM'),
        url: readUrl('ZENVIA_URL', 'https://api.zenvia.com'),
        eventToken: readEventToken(readRequired('ZENVIA_EVENT_TOKEN'), problems),
      }
    default:
      problems.push('SMS_PROVIDER must be twilio, zenvia, local or off')
      return { provider: 'off' }
  }
}

function readEventToken(token: string, problems: string[]): string {
  if (token && token.length < 16) problems.push('ZENVIA_EVENT_TOKEN must have at least 16 characters')
  return token
}

/** Twilio's client refuses other ids in the middle of the first message. */
function readAccount(id: string, problems: string[]): string {
  if (id && !id.startsWith('AC')) problems.push('TWILIO_ACCOUNT_SID begins with AC')
  return id
}

/** Reads the codes of the countries that text messages go to: Brazil, and the countries that are named. Messages abroad may cost many times as much. */
export function readSmsCountries(env: NodeJS.ProcessEnv, problems: string[]): string[] {
  const named = (env.SMS_COUNTRIES ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter(Boolean)
  if (named.some((code) => !/^[1-9]\d{0,2}$/.test(code)))
    problems.push('SMS_COUNTRIES must be codes of countries with commas, such as 351,1')
  return ['55', ...named]
}
