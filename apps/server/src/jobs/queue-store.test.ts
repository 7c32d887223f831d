import { Redis } from 'ioredis'
import { pino } from 'pino'
import { describe, expect, it, onTestFinished } from 'vitest'
import { world } from '../testing/world.ts'
import { openQueueStore } from './queue-store.ts'
import { testStores } from './test-stores.ts'

const redisStore = testStores.find((store) => store.name === 'Redis')!

describe.skipIf(!redisStore.isInstalled)('a Redis that may forget', () => {
  it('is refused', async () => {
    const { redisUrl, stop } = await redisStore.start()
    const redis = new Redis(redisUrl!)
    onTestFinished(async () => {
      await redis.config('SET', 'maxmemory-policy', 'noeviction')
      await redis.quit()
      await stop()
    })
    const { config } = await world()
    const open = () => openQueueStore({ ...config, redisUrl }, pino({ level: 'silent' }))
    await (await open()).close()
    await redis.config('SET', 'maxmemory-policy', 'allkeys-lru')
    await expect(open()).rejects.toThrow('noeviction')
  })
})
