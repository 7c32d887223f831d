export interface StripeConfig {
  secretKey: string
  /** Key that browsers are given. */
  publishableKey: string
  /** Secret with which events are signed. */
  webhookSecret: string
  /** Address of its API, without a slash at the end. */
  apiUrl: string
  /** Script of the card fields. */
  scriptUrl: string
  /** True when cards are charged for real; false in test mode and at a stand-in. */
  isReal: boolean
  /** The account is that of a business outside Brazil: Stripe takes the payer's CPF or CNPJ with each Pix, and adds the IOF unless the sum includes it. */
  isAbroad: boolean
}

/** Reads the keys of the payment provider; without a secret key the installation takes no payments, and nothing is charged. */
export function readStripe(env: NodeJS.ProcessEnv, problems: string[]): StripeConfig | undefined {
  const secretKey = env.STRIPE_SECRET_KEY
  if (!secretKey) return undefined
  const readKey = (name: string, beginning: RegExp, hint: string) => {
    const value = env[name] ?? ''
    if (!beginning.test(value)) problems.push(`${name} must be set beside STRIPE_SECRET_KEY: it begins with ${hint}`)
    return value
  }
  const readUrl = (name: string, usual: string) => {
    const value = env[name] || usual
    if (!URL.canParse(value)) problems.push(`${name} must be a URL`)
    return value.replace(/\/+$/, '')
  }
  const country = env.STRIPE_COUNTRY || 'BR'
  if (!/^[A-Z]{2}$/.test(country)) problems.push('STRIPE_COUNTRY must be two capital letters, such as BR')
  const usualApi = 'https://api.stripe.com'
  if (!/^[sr]k_(test|live)_/.test(secretKey))
    problems.push('STRIPE_SECRET_KEY begins with sk_test_, sk_live_, rk_test_ or rk_live_')
  const isLive = /^[sr]k_live_/.test(secretKey)
  const apiUrl = readUrl('STRIPE_API_URL', usualApi)
  if (isLive && apiUrl !== usualApi) problems.push(`STRIPE_API_URL must be ${usualApi} beside a live key`)
  if (!isLive && env.NODE_ENV === 'production') requireTestMode(env, problems)
  return {
    secretKey,
    publishableKey: isLive
      ? readKey('STRIPE_PUBLISHABLE_KEY', /^pk_live_/, 'pk_live_, as the secret key is a live one')
      : readKey('STRIPE_PUBLISHABLE_KEY', /^pk_test_/, 'pk_test_, as the secret key is one for tests'),
    webhookSecret: readKey(
      'STRIPE_WEBHOOK_SECRET',
      /^whsec_\w{16,}$/,
      'whsec_, and has 16 characters or more after it',
    ),
    apiUrl,
    scriptUrl: readUrl('STRIPE_JS_URL', 'https://js.stripe.com/endive/stripe.js'),
    isAbroad: country !== 'BR',
    isReal: isLive,
  }
}

/** Money of tests would pay for what costs real money: an installation that is meant for tests says so, and sends no real text messages. */
function requireTestMode(env: NodeJS.ProcessEnv, problems: string[]): void {
  if (env.STRIPE_TEST !== 'on')
    problems.push(
      'STRIPE_SECRET_KEY is one for tests, which in production takes STRIPE_TEST=on: no real money is charged',
    )
  if (['twilio', 'zenvia'].includes(env.SMS_PROVIDER ?? ''))
    problems.push(
      `SMS_PROVIDER=${env.SMS_PROVIDER} takes a live STRIPE_SECRET_KEY: money of tests would pay for real messages`,
    )
}
