import { startCitusContainers, startPostgresContainer, startRedisContainer } from './containers.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import { startS3 } from './s3.ts'
import { startStripe } from './stripe/stripe.ts'

export interface TestServices {
  env: Record<string, string>
  hasRedis: boolean
  stop(): Promise<void>
}

/**
 * One PostgreSQL, one S3 store, one stand-in for Stripe and, where there is one, a Redis for all suites of a run. TEST_SERVICES=containers starts
 * PostgreSQL and Redis in containers;
 * TEST_SERVICES=citus makes the database a cluster: the one whose coordinator is at CITUS_URL, or one in containers.
 */
export async function startTestServices(): Promise<TestServices> {
  const inContainers = process.env.TEST_SERVICES === 'containers'
  const results = await Promise.allSettled([
    startDatabase(),
    inContainers ? startRedisContainer() : startRedis(),
    startS3({ bucket: 'escola-test' }),
    startStripe(),
  ])
  const stop = async () => {
    await Promise.all(results.map((each) => (each.status === 'fulfilled' ? each.value?.stop() : undefined)))
  }
  const [postgres, redis, s3, stripe] = results
  for (const each of results) {
    if (each.status === 'fulfilled') continue
    await stop()
    throw new Error(`The services of the tests did not start: ${(each.reason as Error).message}`)
  }
  const env: Record<string, string> = {}
  if (postgres.status === 'fulfilled') env.TEST_DATABASE_URL = postgres.value.url
  if (redis.status === 'fulfilled' && redis.value) env.TEST_REDIS_URL = redis.value.url
  if (s3.status === 'fulfilled') {
    env.TEST_S3_ENDPOINT = s3.value.endpoint
    env.TEST_S3_REGION = s3.value.region
    env.TEST_S3_BUCKET = s3.value.bucket
    env.TEST_S3_ACCESS_KEY_ID = s3.value.accessKeyId
    env.TEST_S3_SECRET_ACCESS_KEY = s3.value.secretAccessKey
  }
  if (stripe.status === 'fulfilled') env.TEST_STRIPE_URL = stripe.value.url
  return { env, hasRedis: 'TEST_REDIS_URL' in env, stop }
}

function startDatabase(): Promise<{ url: string; stop(): Promise<void> }> {
  const { TEST_SERVICES, CITUS_URL } = process.env
  if (TEST_SERVICES === 'containers') return startPostgresContainer()
  if (TEST_SERVICES !== 'citus') return startPostgres({ ephemeral: true })
  return CITUS_URL ? Promise.resolve({ url: CITUS_URL, stop: () => Promise.resolve() }) : startCitusContainers()
}
