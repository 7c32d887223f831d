import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { blockedPorts, firstFreePort, freePort } from './ports.ts'
import { startStack } from './stack.ts'

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

it('starts nothing on a port that browsers block, and says so', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'escola-ports-'))
  onTestFinished(() => rm(dataDir, { recursive: true }))
  await expect(startStack({ dataDir, port: 4190 })).rejects.toThrow('Browsers open no page on port 4190')
  expect(await firstFreePort(4190)).toBeGreaterThan(4190)
})

it('blocks the ports that fetch blocks', async () => {
  const open = []
  for (const port of blockedPorts) {
    const { message } = await fetch(`http://127.0.0.1:${port}`).then(
      () => new Error('answered'),
      (error: Error) => error.cause as Error,
    )
    if (message !== 'bad port') open.push(port)
  }
  expect(open).toEqual([])
})
