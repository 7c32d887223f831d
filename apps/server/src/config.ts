import { Resolver } from 'node:dns'
import { videoLimits } from '@escola/contract/limits'
import { type DatabaseUrls, runtimeUrls, type WireName, wireNames } from '@escola/db'
import { readSms, readSmsCountries, type SmsConfig } from './config/sms-config.ts'
import { readStripe, type StripeConfig } from './config/stripe-config.ts'

export interface Config {
  port: number
  /** Port of the worker's /healthz and /metrics; 0 for none. */
  workerPort: number
  host: string
  /** Address at which people reach the product, without a slash at the end; links in mails begin with it. */
  publicUrl: string
  /** Hosts that are the platform's own: PUBLIC_URL's, and those of PLATFORM_DOMAINS. */
  platformDomains: string[]
  /** Host that a school's own domain has to point to. */
  domainTarget: string
  /** DNS servers that look up domains; without any, the machine's own. */
  dnsServers: string[]
  secret: string
  database: DatabaseUrls
  /** How statements travel to the database. */
  databaseWire: WireName
  /** True when a cluster's nodes are read directly instead of through their coordinator. */
  readsFromNodes: boolean
  redisUrl: string | undefined
  /** Milliseconds for which a caller waits for Redis; then this process counts for itself. */
  redisWaitMs: number
  smtpUrl: string
  mailFrom: string
  /** Provider that sends text messages. */
  sms: SmsConfig
  /** Codes of the countries that text messages go to. */
  smsCountries: string[]
  /** Provider that takes payments; without it nothing is charged. */
  stripe: StripeConfig | undefined
  /** Address of the local mailbox in the browser, where mail stays on this machine. */
  mailboxUrl: string | undefined
  /** Ways for administrators of schools to reach the platform; '' where there is no such way. */
  support: { email: string; url: string }
  filesDir: string
  s3:
    | { bucket: string; region: string; endpoint: string | undefined; accessKeyId: string; secretAccessKey: string }
    | undefined
  /** Total size that authors of one school may upload. */
  schoolStorageBytes: number
  /** Largest video that may be uploaded for a lesson. */
  videoMaxBytes: number
  webDir: string | undefined
  logLevel: string
  /** Logs each statement of the database with its time and its request. */
  debugSql: boolean
  /** Addresses of proxies whose X-Forwarded-* headers count. */
  trustProxy: string[] | false
  /** Token with which a Prometheus elsewhere reads the API's figures; without it they are for this machine alone. */
  metricsToken: string | undefined
  production: boolean
  /** The API's documentation is open to all; in production only where it is configured so. */
  showsDocs: boolean
  /** Address at which payments of sales are looked up, without a slash at the end. */
  mercadoPagoUrl: string
  /** Address at which browsers report errors, in production alone: a DSN of Sentry's protocol. */
  errorReportUrl: string | undefined
  /** Script of a chat with the people who run the platform; administrators' screens load it. */
  chatWidgetUrl: string | undefined
  /** Addresses at which people of academies work; each gets the token of the user who is sent there. */
  academyApps: Partial<Record<'mib' | 'skinner' | 'hero' | 'xavier', string>>
  /** Time in milliseconds for which a worker may be silent before its job is given to another. */
  jobLockMs: number
  /** Time in milliseconds for which a stopping process still serves, not ready, until balancers have noticed. */
  drainMs: number
  /** Milliseconds that a call may wait for those before it; calls that would wait longer are refused. 0 refuses none. */
  overloadWaitMs: number
  /** Multiplies every rate limit; tests raise it. */
  rateFactor: number
}

/** Reads the environment and refuses to start on anything missing or malformed, naming all of it at once. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const problems: string[] = []
  const readText = (name: string, fallback?: string) => {
    const value = env[name] || fallback
    if (value === undefined) problems.push(`${name} must be set`)
    return value ?? ''
  }
  const readNumber = (name: string, fallback: number) => {
    const value = Number(env[name] || fallback)
    if (!Number.isFinite(value) || value < 0) problems.push(`${name} must be a number`)
    return value
  }
  const checkUrl = (name: string, value: string) => {
    if (value && !URL.canParse(value)) problems.push(`${name} must be a URL`)
    return value.replace(/\/+$/, '')
  }
  /** Checks a foreign address for people's browsers; over plain HTTP any server on the way could answer in its place. */
  const checkHttpsUrl = (name: string, value: string | undefined) => {
    if (!value) return undefined
    if (!URL.canParse(value) || new URL(value).protocol !== 'https:' || new URL(value).hash)
      problems.push(`${name} must be an https address`)
    return value
  }
  const readAcademyApp = (name: string) =>
    checkHttpsUrl(`ACADEMY_${name.toUpperCase()}_URL`, env[`ACADEMY_${name.toUpperCase()}_URL`])
  const readChoice = <C extends string>(name: string, choices: readonly [C, ...C[]]): C => {
    const value = env[name] || choices[0]
    const chosen = choices.find((each) => each === value)
    if (!chosen) problems.push(`${name} must be ${choices.join(' or ')}`)
    return chosen ?? choices[0]
  }
  const databaseWire = readChoice('DATABASE_WIRE', wireNames)
  const readsFromNodes = readChoice('CLUSTER_READS', ['coordinator', 'nodes']) === 'nodes'
  if (readsFromNodes && databaseWire !== 'fast') problems.push('CLUSTER_READS=nodes takes DATABASE_WIRE=fast')
  const production = env.NODE_ENV === 'production'
  const showsDocs = readChoice('API_DOCS', production ? ['closed', 'open'] : ['open', 'closed']) === 'open'
  const secret = readText('ESCOLA_SECRET')
  if (secret && secret.length < 32) problems.push('ESCOLA_SECRET must have at least 32 characters')
  if (env.METRICS_TOKEN && env.METRICS_TOKEN.length < 16)
    problems.push('METRICS_TOKEN must have at least 16 characters')
  const port = readNumber('PORT', 3000)
  const publicUrl = checkUrl('PUBLIC_URL', readText('PUBLIC_URL', `http://localhost:${port}`))
  const publicHost = URL.canParse(publicUrl) ? new URL(publicUrl).hostname : ''
  const config: Config = {
    port,
    workerPort: readNumber('WORKER_PORT', 0),
    host: readText('HOST', '127.0.0.1'),
    publicUrl,
    platformDomains: [publicHost, ...list(env.PLATFORM_DOMAINS)],
    domainTarget: (env.DOMAIN_TARGET || publicHost).toLowerCase(),
    dnsServers: readServers(env.DNS_SERVERS, problems),
    secret,
    database: readDatabase(env, secret, problems),
    databaseWire,
    readsFromNodes,
    redisUrl: env.REDIS_URL ? checkUrl('REDIS_URL', env.REDIS_URL) : undefined,
    redisWaitMs: readNumber('REDIS_WAIT_MS', 250),
    smtpUrl: checkUrl('SMTP_URL', readText('SMTP_URL')),
    mailFrom: readText('MAIL_FROM', 'Escola <nao-responda@escola.localhost>'),
    sms: readSms(env, problems),
    smsCountries: readSmsCountries(env, problems),
    stripe: readStripe(env, problems),
    mailboxUrl: env.MAILBOX_URL || undefined,
    support: { email: env.SUPPORT_EMAIL ?? '', url: env.SUPPORT_URL ? checkUrl('SUPPORT_URL', env.SUPPORT_URL) : '' },
    ...readStore(env, problems),
    schoolStorageBytes: readNumber('SCHOOL_STORAGE_GB', 50) * 1024 ** 3,
    videoMaxBytes: videoMaxBytes(env.VIDEO_MAX_BYTES, problems),
    webDir: env.WEB_DIR || undefined,
    logLevel: readText('LOG_LEVEL', 'info'),
    debugSql: readChoice('DEBUG_SQL', ['0', '1']) === '1',
    trustProxy: env.TRUST_PROXY ? list(env.TRUST_PROXY) : false,
    metricsToken: env.METRICS_TOKEN || undefined,
    production,
    showsDocs,
    mercadoPagoUrl: checkUrl('MERCADOPAGO_URL', readText('MERCADOPAGO_URL', 'https://api.mercadopago.com')),
    errorReportUrl: readDsn('ERROR_REPORT_URL', env.ERROR_REPORT_URL, problems),
    chatWidgetUrl: checkHttpsUrl('CHAT_WIDGET_URL', env.CHAT_WIDGET_URL),
    academyApps: {
      mib: readAcademyApp('mib'),
      skinner: readAcademyApp('skinner'),
      hero: readAcademyApp('hero'),
      xavier: readAcademyApp('xavier'),
    },
    jobLockMs: readNumber('JOB_LOCK_MS', 10_000),
    drainMs: readNumber('DRAIN_MS', 0),
    overloadWaitMs: readNumber('OVERLOAD_WAIT_MS', 250),
    rateFactor: readNumber('RATE_FACTOR', 1),
  }
  if (problems.length) throw new Error(`The environment is not complete:\n- ${problems.join('\n- ')}`)
  return config
}

/** A store takes at most this many parts of one file. */
const mostBytes = videoLimits.partBytes * videoLimits.parts

function videoMaxBytes(text: string | undefined, problems: string[]): number {
  const bytes = Number(text || 1024 ** 3)
  if (!Number.isInteger(bytes) || bytes < 1 || bytes > mostBytes)
    problems.push(`VIDEO_MAX_BYTES must be a whole number from 1 to ${mostBytes}`)
  return bytes
}

/** https://key@host/project */
function readDsn(name: string, value: string | undefined, problems: string[]): string | undefined {
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

/** Place of the files: a folder, or an S3-compatible store instead of it. */
export function readStore(env: NodeJS.ProcessEnv, problems: string[]): Pick<Config, 'filesDir' | 's3'> {
  const filesDir = env.FILES_DIR || '.data/files'
  const { S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId = '', S3_SECRET_ACCESS_KEY: secretAccessKey = '' } = env
  if (!bucket) return { filesDir, s3: undefined }
  if (!accessKeyId) problems.push('S3_ACCESS_KEY_ID must be set')
  if (!secretAccessKey) problems.push('S3_SECRET_ACCESS_KEY must be set')
  const region = env.S3_REGION || 'us-east-1'
  return { filesDir, s3: { bucket, region, endpoint: env.S3_ENDPOINT || undefined, accessKeyId, secretAccessKey } }
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
