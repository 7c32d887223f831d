import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from './ports.ts'
import { stopProcess } from './processes.ts'
import { isOnPath } from './programs.ts'

export interface RunningRedis {
  url: string
  stop(): Promise<void>
}

/** A throw-away Redis when `redis-server` is installed, else the one REDIS_URL names, else none. */
export async function startRedis(): Promise<RunningRedis | undefined> {
  if (isOnPath('redis-server')) return startServer()
  if (process.env.REDIS_URL) return { url: process.env.REDIS_URL, stop: async () => undefined }
  return undefined
}

async function startServer(): Promise<RunningRedis> {
  const port = await freePort()
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-redis-'))
  // BullMQ loses jobs when Redis may evict keys.
  const args = ['--port', String(port), '--bind', '127.0.0.1', '--dir', folder, '--maxmemory-policy', 'noeviction']
  const server = spawn('redis-server', [...args, '--save', '', '--appendonly', 'no'], {
    stdio: 'ignore',
    detached: true,
  })
  server.unref()
  const pid = server.pid as number
  const kill = () => process.kill(pid, 'SIGTERM')
  process.once('exit', kill)
  const stop = async () => {
    process.off('exit', kill)
    await stopProcess(pid, [
      ['SIGTERM', 5000],
      ['SIGKILL', 2000],
    ])
    await rm(folder, { recursive: true, force: true })
  }
  for (let attempt = 0; attempt < 200; attempt++) {
    if (await ping(port)) return { url: `redis://127.0.0.1:${port}`, stop }
    await sleep(50)
  }
  await stop()
  throw new Error('redis-server is installed but did not answer within 10 seconds.')
}

function ping(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('PING\r\n'))
    socket.setTimeout(1000, () => socket.destroy())
    socket.on('data', (answer) => {
      resolve(answer.toString().startsWith('+PONG'))
      socket.destroy()
    })
    socket.on('error', () => resolve(false))
    socket.on('close', () => resolve(false))
  })
}
