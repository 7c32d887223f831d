import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from './ports.ts'

it('gives each port once, and none that a system gives to a program that names none', async () => {
  const first = await freePort()
  const server = createServer()
  onTestFinished(() => void server.close())
  await new Promise<void>((resolve) => server.listen(first + 2, '127.0.0.1', resolve))
  const ports = [first, ...(await Promise.all(Array.from({ length: 50 }, () => freePort())))]
  expect(new Set(ports).size).toBe(51)
  expect(ports).not.toContain(first + 2)
  expect(Math.max(...ports)).toBeLessThan(32_768)
})
