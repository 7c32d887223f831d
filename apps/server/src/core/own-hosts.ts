import type { Config } from '../config.ts'

/** The names that the platform itself is reached by; whoever develops it comes by the last two. */
export const isOwnHost = ({ platformDomains }: Pick<Config, 'platformDomains'>, host: string): boolean =>
  platformDomains.includes(host) || host === 'localhost' || host === '127.0.0.1'

/** The platform's own names and all below them, which are no school's to take. */
export const isPlatformDomain = (config: Pick<Config, 'platformDomains' | 'domainTarget'>, domain: string): boolean =>
  [...config.platformDomains, config.domainTarget].some((own) => domain === own || domain.endsWith(`.${own}`))
