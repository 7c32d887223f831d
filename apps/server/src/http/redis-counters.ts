import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { Redis } from 'ioredis'
import type { Counters } from './counter-store.ts'
import { memoryCounters } from './memory-counters.ts'

export interface CounterLog {
  info(object: object, message: string): void
  warn(object: object, message: string): void
}

/** Milliseconds for which Redis is not called after a command that failed or took too long. */
const leaveAloneMs = 1000
/** Milliseconds that a connection may take at the least: it takes longer than an answer. */
const leastConnectMs = 1000

/** One sorted set for each key, by time. */
const takeScript = `
  local now, window, id, wait, counts = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], 0, {}
  for i, key in ipairs(KEYS) do
    local max, since = tonumber(ARGV[2 + 2 * i]), ARGV[3 + 2 * i]
    redis.call('zremrangebyscore', key, '-inf', now - window)
    counts[i] = redis.call('zcount', key, '(' .. since, '+inf')
    if counts[i] >= max then
      local oldest = redis.call('zrange', key, -max, -max, 'withscores')
      wait = math.max(wait, tonumber(oldest[2]) + window - now)
    end
  end
  if wait == 0 then
    for i, key in ipairs(KEYS) do
      redis.call('zadd', key, now, id)
      redis.call('pexpire', key, window)
      counts[i] = counts[i] + 1
    end
  end
  return {wait, counts}`

/**
 * Counts on Redis, and for this process alone while Redis does not answer: it may neither keep people out nor hold them up.
 * @param options.prefix prefix of every key
 * @param options.answerWithinMs time in milliseconds that a command may take: no caller waits longer for being counted
 */
export async function redisCounters(
  url: string,
  { prefix, answerWithinMs, now, log }: { prefix: string; answerWithinMs: number; now: () => Date; log: CounterLog },
): Promise<Counters> {
  const connectWithinMs = Math.max(leastConnectMs, answerWithinMs)
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: connectWithinMs,
    commandTimeout: answerWithinMs,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    autoResendUnfulfilledCommands: false,
    keyPrefix: prefix,
  })
  // Each command reports its own failure.
  redis.on('error', () => {})
  const own = memoryCounters(now)
  let isRedisDown = false
  let retryAt = 0

  const askRedis = async <T>(sendCommand: () => Promise<T>, countInMemory: () => Promise<T>): Promise<T> => {
    if (performance.now() < retryAt) return countInMemory()
    try {
      const answer = await sendCommand()
      if (isRedisDown) log.info({}, 'Redis is back: all processes count together')
      isRedisDown = false
      return answer
    } catch (error) {
      retryAt = performance.now() + leaveAloneMs
      if (!isRedisDown) log.warn({ err: error }, 'Redis does not answer: this process counts for itself')
      isRedisDown = true
      return countInMemory()
    }
  }

  // Until Redis is there, calls are counted in memory.
  await Promise.race([redis.connect().catch(() => undefined), wait(connectWithinMs, undefined, { ref: false })])
  return {
    take: (limits, windowMs) =>
      askRedis(
        async () => {
          const keys = limits.map(({ key }) => key)
          const each = limits.flatMap(({ max, since }) => [max, since?.getTime() ?? '-inf'])
          const scriptArguments = [now().getTime(), windowMs, randomUUID(), ...each]
          const answer = await redis.eval(takeScript, keys.length, ...keys, ...scriptArguments)
          const [waitMs, counts] = answer as [number, number[]]
          return { waitMs, counts }
        },
        () => own.take(limits, windowMs),
      ),
    giveBack: (key) =>
      askRedis(
        async () => void (await redis.zpopmax(key)),
        () => own.giveBack(key),
      ),
    clearAttempts: (key) =>
      askRedis(
        async () => void (await redis.del(key)),
        () => own.clearAttempts(key),
      ),
    close: async () => redis.disconnect(),
  }
}
