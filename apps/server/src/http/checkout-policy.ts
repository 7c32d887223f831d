import { checkoutPaths } from '@escola/contract/checkout-paths'
import type { StripeConfig } from '../config/stripe-config.ts'

const checkoutPages = new RegExp(`^(${checkoutPaths.map((path) => path.replace(/\$\w+/, '[^/]+')).join('|')})/?$`)

export const isCheckoutPage = (place: string): boolean => checkoutPages.test(place)

type Sources = Record<'script-src' | 'frame-src' | 'connect-src' | 'img-src', string>

/** Hosts that the provider's own manual asks for. */
const ownHosts: Sources = {
  'script-src': 'https://js.stripe.com https://*.js.stripe.com',
  'frame-src': 'https://js.stripe.com https://*.js.stripe.com https://hooks.stripe.com',
  'connect-src': 'https://api.stripe.com',
  'img-src': 'https://*.stripe.com',
}

function sourcesOf({ apiUrl, scriptUrl }: Pick<StripeConfig, 'apiUrl' | 'scriptUrl'>): Sources {
  const [api, script] = [new URL(apiUrl).origin, new URL(scriptUrl).origin]
  if (script === 'https://js.stripe.com') return ownHosts
  const both = [...new Set([api, script])].join(' ')
  return { 'script-src': script, 'frame-src': both, 'connect-src': both, 'img-src': both }
}

/** The content security policy of a page of the checkout: that of every page, and the hosts of the payment provider. */
export const checkoutPolicy = (policy: string, provider: Pick<StripeConfig, 'apiUrl' | 'scriptUrl'>): string =>
  Object.entries(sourcesOf(provider)).reduce(
    (widened, [directive, hosts]) => widened.replace(`${directive} `, () => `${directive} ${hosts} `),
    policy,
  )
