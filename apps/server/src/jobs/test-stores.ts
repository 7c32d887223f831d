import { isOnPath } from '@escola/dev-services/programs'
import { startRedis } from '@escola/dev-services/redis'

export interface TestStore {
  /** Undefined: the queue is in PostgreSQL. */
  redisUrl: string | undefined
  stop(): Promise<void>
}

/** Stores for a test's queue. A throw-away Redis is used when it can be had, so that the test may wipe it. */
export const testStores: { name: string; isInstalled: boolean; start(): Promise<TestStore> }[] = [
  { name: 'PostgreSQL', isInstalled: true, start: async () => ({ redisUrl: undefined, stop: async () => undefined }) },
  {
    name: 'Redis',
    isInstalled: isOnPath('redis-server') || Boolean(process.env.TEST_REDIS_URL),
    start: async () => {
      const own = isOnPath('redis-server') ? await startRedis() : undefined
      return { redisUrl: own?.url ?? process.env.TEST_REDIS_URL, stop: async () => own?.stop() }
    },
  },
]
