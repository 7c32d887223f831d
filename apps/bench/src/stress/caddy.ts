import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { freePort } from '@escola/dev-services/ports'
import { untilReady } from '../bench/bench-stack.ts'

/** Starts Caddy before API processes, with the settings of infra/caddy; undefined where it is not installed. */
export async function startCaddy(apiPorts: number[]) {
  if (spawnSync('caddy', ['version']).status !== 0) return undefined
  const folder = await mkdtemp(path.join(tmpdir(), 'escola-caddy-'))
  const port = await freePort()
  const file = path.join(folder, 'Caddyfile')
  await writeFile(
    file,
    `{
      admin off
      auto_https off
      storage file_system ${folder}
    }
    http://:${port} {
      bind 127.0.0.1
      reverse_proxy ${apiPorts.map((each) => `127.0.0.1:${each}`).join(' ')} {
        lb_policy least_conn
        lb_try_duration 10s
        health_uri /readyz
        health_interval 2s
        health_timeout 2s
        transport http {
          keepalive_idle_conns_per_host 1024
        }
      }
    }`,
  )
  const child = spawn('caddy', ['run', '--config', file, '--adapter', 'caddyfile'], { stdio: 'ignore' })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  process.once('exit', () => child.kill('SIGKILL'))
  const stop = async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
  await untilReady(`http://127.0.0.1:${port}/readyz`).catch(async (error) => {
    await stop()
    throw error
  })
  return { port, stop }
}
