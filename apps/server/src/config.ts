import { Resolver } from 'node:dns'
import { videoLimits } from '@escola/contract/limits'
import { type DatabaseUrls, runtimeUrls } from '@escola/db'

export interface Config {
  port: number
  host: string
  /** Where people reach the product, without a slash at the end; links in mails begin with it. */
  publicUrl: string
  /** The hosts that are the platform's own: PUBLIC_URL's, and what PLATFORM_DOMAINS adds. */
  platformDomains: string[]
  /** What a school's own domain has to point to. */
  domainTarget: string
  /** Who is asked about domains; without any, the machine's own servers. */
  dnsServers: string[]
  secret: string
  database: DatabaseUrls
  redisUrl: string | undefined
  smtpUrl: string
  mailFrom: string
  /** Only where mail stays on this machine: the mailbox's address in the browser. */
  mailboxUrl: string | undefined
  /** How administrators of schools reach the platform; '' where there is no such way. */
  support: { email: string; url: string }
  filesDir: string
  s3:
    | { bucket: string; region: string; endpoint: string | undefined; accessKeyId: string; secretAccessKey: string }
    | undefined
  /** How much authors of one school may have uploaded at once. */
  schoolStorageBytes: number
  /** How large one video may be that is uploaded for a lesson. */
  videoMaxBytes: number
  webDir: string | undefined
  logLevel: string
  /** Addresses of proxies whose X-Forwarded-* headers count. */
  trustProxy: string[] | false
  /** What a Prometheus elsewhere shows to read the API's figures; without it they are for this machine alone. */
  metricsToken: string | undefined
  production: boolean
  /** Where payments of sales are looked up, without a slash at the end. */
  mercadoPagoUrl: string
  /** Where browsers report errors: a DSN of Sentry's protocol. In production alone. */
  errorReportUrl: string | undefined
  /** The program of a chat with whoever runs the platform; administrators' screens load it. */
  chatWidgetUrl: string | undefined
  /** Where the people of academies work; each address gets the token of whoever is sent there. */
  academyApps: Partial<Record<'mib' | 'skinner' | 'hero' | 'xavier', string>>
  /** How long a worker may be silent before its job is given to another, in milliseconds. */
  jobLockMs: number
  /** How long a process that was asked to stop still serves, not ready, until balancers have noticed; in milliseconds. */
  drainMs: number
  /** Multiplies every rate limit; tests raise it. */
  rateFactor: number
}

/** Reads the environment and refuses to start on anything missing or malformed, naming all of it at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const text = (name: string, fallback?: string) => {
    const value = env[name] || fallback
    if (value === undefined) problems.push(`${name} must be set`)
    return value ?? ''
  }
  const number = (name: string, fallback: number) => {
    const value = Number(env[name] ?? fallback)
    if (!Number.isFinite(value) || value < 0) problems.push(`${name} must be a number`)
    return value
  }
  const url = (name: string, value: string) => {
    if (value && !URL.canParse(value)) problems.push(`${name} must be a URL`)
    return value.replace(/\/+$/, '')
  }
  /** A foreign address that people's browsers are given; over plain HTTP anybody could answer in its place. */
  const foreign = (name: string, value: string | undefined) => {
    if (!value) return undefined
    if (!URL.canParse(value) || new URL(value).protocol !== 'https:' || new URL(value).hash)
      problems.push(`${name} must be an https address`)
    return value
  }
  const academyApp = (name: string) =>
    foreign(`ACADEMY_${name.toUpperCase()}_URL`, env[`ACADEMY_${name.toUpperCase()}_URL`])
  const secret = text('ESCOLA_SECRET')
  if (secret && secret.length < 32) problems.push('ESCOLA_SECRET must have at least 32 characters')
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < 16)
    problems.push('METRICS_TOKEN must have at least 16 characters')
  const port = number('PORT', 3000)
  const publicUrl = url('PUBLIC_URL', text('PUBLIC_URL', `http://localhost:${port}`))
  const publicHost = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ''
  const config: Config = {
    port,
    host: text('HOST', '127.0.0.1'),
    publicUrl,
    platformDomains: [publicHost, ...list(env.PLATFORM_DOMAINS)],
    domainTarget: (env.DOMAIN_TARGET || publicHost).toLowerCase(),
    dnsServers: readServers(env.DNS_SERVERS, problems),
    secret,
    database: readDatabase(env, secret, problems),
    redisUrl: env.REDIS_URL ? url('REDIS_URL', env.REDIS_URL) : undefined,
    smtpUrl: url('SMTP_URL', text('SMTP_URL')),
    mailFrom: text('MAIL_FROM', 'Escola <nao-responda@escola.localhost>'),
    mailboxUrl: env.MAILBOX_URL || undefined,
    support: { email: env.SUPPORT_EMAIL ?? '', url: env.SUPPORT_URL ? url('SUPPORT_URL', env.SUPPORT_URL) : '' },
    filesDir: text('FILES_DIR', '.data/files'),
    s3: env.S3_BUCKET
      ? {
          bucket: env.S3_BUCKET,
          region: text('S3_REGION', 'us-east-1'),
          endpoint: env.S3_ENDPOINT || undefined,
          accessKeyId: text('S3_ACCESS_KEY_ID'),
          secretAccessKey: text('S3_SECRET_ACCESS_KEY'),
        }
      : undefined,
    schoolStorageBytes: number('SCHOOL_STORAGE_GB', 50) * 1024 ** 3,
    videoMaxBytes: videoMaxBytes(env.VIDEO_MAX_BYTES, problems),
    webDir: env.WEB_DIR || undefined,
    logLevel: text('LOG_LEVEL', 'info'),
    trustProxy: env.TRUST_PROXY ? list(env.TRUST_PROXY) : false,
    metricsToken: env.METRICS_TOKEN || undefined,
    production: env.NODE_ENV === 'production',
    mercadoPagoUrl: url('MERCADOPAGO_URL', text('MERCADOPAGO_URL', 'https://api.mercadopago.com')),
    errorReportUrl: dsn('ERROR_REPORT_URL', env.ERROR_REPORT_URL, problems),
    chatWidgetUrl: foreign('CHAT_WIDGET_URL', env.CHAT_WIDGET_URL),
    academyApps: {
      mib: academyApp('mib'),
      skinner: academyApp('skinner'),
      hero: academyApp('hero'),
      xavier: academyApp('xavier'),
    },
    jobLockMs: number('JOB_LOCK_MS', 10_000),
    drainMs: number('DRAIN_MS', 0),
    rateFactor: number('RATE_FACTOR', 1),
  }
  if (problems.length) throw new Error(`The environment is not complete:\n- ${problems.join('\n- ')}`)
  return config
}

/** As many bytes as all the parts that a store takes of one file. */
const mostBytes = videoLimits.partBytes * videoLimits.parts

function videoMaxBytes(text: string | undefined, problems: string[]): number {
  const bytes = Number(text || 1024 ** 3)
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > mostBytes)
    problems.push(`VIDEO_MAX_BYTES must be a whole number from 1 to ${mostBytes}`)
  return bytes
}

/** https://key@host/project */
function dsn(name: string, value: string | undefined, problems: string[]): string | undefined {
  if (!value) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (!url?.username || !/^https?:$/.test(url.protocol) || !/\/\d+$/.test(url.pathname))
    problems.push(`${name} must be a DSN, as in https://key@host/1`)
  return value
}

function readServers(text: string | undefined, problems: string[]): string[] {
  const servers = list(text)
  try {
    if (servers.length > 0) new Resolver().setServers(servers)
  } catch {
    problems.push('DNS_SERVERS must be addresses, as in 1.1.1.1,[2606:4700::1111]:53')
  }
  return servers
}

const list = (text = '') =>
  text
    .toLowerCase()
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)

export function readDatabase(env: NodeJS.ProcessEnv, secret: string, problems: string[]): DatabaseUrls {
  const { DATABASE_APP_URL: app, DATABASE_PLATFORM_URL: platform, DATABASE_QUEUE_URL: queue, DATABASE_URL: admin } = env
  if (app && platform && queue) return { app, platform, queue }
  if (admin && URL.canParse(admin)) return runtimeUrls(admin, secret)
  problems.push('DATABASE_URL must be set (or DATABASE_APP_URL, DATABASE_PLATFORM_URL and DATABASE_QUEUE_URL)')
  return { app: '', platform: '', queue: '' }
}
