import type { Config } from '../config.ts'

/** Says that an installation in production names no way to itself; undefined where there is nothing to say. */
export const adviseSupport = ({ production, support }: Pick<Config, 'production' | 'support'>): string | undefined =>
  production && !support.email && !support.url
    ? 'SUPPORT_EMAIL and SUPPORT_URL are both empty: the owner of a blocked school is told to write to the platform, and not where'
    : undefined
