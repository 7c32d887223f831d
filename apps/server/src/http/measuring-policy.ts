export type Measuring = 'google' | 'meta'

/** Hosts that each service's own manual asks for, and no others, so that none can run code from the page. */
const hosts: Record<Measuring, Record<'script-src' | 'img-src' | 'connect-src', string>> = {
  google: {
    'script-src': 'https://www.googletagmanager.com',
    'img-src': 'https://*.google-analytics.com https://www.googletagmanager.com',
    'connect-src': 'https://*.google-analytics.com https://*.analytics.google.com https://www.googletagmanager.com',
  },
  meta: {
    'script-src': 'https://connect.facebook.net',
    'img-src': 'https://www.facebook.com',
    'connect-src': 'https://www.facebook.com https://connect.facebook.net',
  },
}

/** The content security policy of a page whose school counts its visitors: that of every page, and the hosts of these services. */
export const measuringPolicy = (policy: string, services: Measuring[]): string =>
  services
    .flatMap((service) => Object.entries(hosts[service]))
    .reduce(
      (policyWithSources, [directive, added]) =>
        policyWithSources.replace(`${directive} `, () => `${directive} ${added} `),
      policy,
    )
