import type { Config } from '../config.ts'

/** Tells whether a host is the platform's own; localhost and 127.0.0.1 are for development. */
export const isOwnHost = ({ platformDomains }: Pick<Config, 'platformDomains'>, host: string): boolean =>
  platformDomains.includes(host) || host === 'localhost' || host === '127.0.0.1'

/** Tells whether a domain is the platform's own or below it, so that no school may take it. */
export const isPlatformDomain = (config: Pick<Config, 'platformDomains' | 'domainTarget'>, domain: string): boolean =>
  [...config.platformDomains, config.domainTarget].some((own) => domain === own || domain.endsWith(`.${own}`))
