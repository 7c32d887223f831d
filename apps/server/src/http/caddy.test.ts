import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { ErrorBody, errors } from '@escola/contract/errors'
import { freePort } from '@escola/dev-services/ports'
import { projectRoot } from '@escola/dev-services/project'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'

const pages = path.join(projectRoot, 'infra/caddy')
const hasCaddy = await promisify(execFile)('caddy', ['version']).then(
  () => true,
  () => false,
)

if (hasCaddy) describe('behind Caddy', proxyTests)
else it.skip('behind Caddy: there is no caddy here', () => undefined)

/** The proxy of docker-compose.yml as it is, on ports of this test and with less patience. */
function proxyTests() {
  let folder: string
  let url: string
  let ports: number[]
  let stop: () => Promise<unknown>

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'escola-caddy-'))
    const [site, http, https, ask, ...upstreams] = await Promise.all(Array.from({ length: 6 }, () => freePort()))
    ports = upstreams
    const changes = [
      ['{\n', `{\n\tadmin off\n\thttp_port ${http}\n\thttps_port ${https}\n`],
      ['api-1:3000 api-2:3000', ports.map((port) => `127.0.0.1:${port}`).join(' ')],
      ['lb_try_duration 10s', 'lb_try_duration 500ms'],
      ['health_interval 2s', 'health_interval 200ms'],
      ['root * /etc/caddy', `root * ${pages}`],
    ] as const
    let text = await readFile(path.join(pages, 'Caddyfile'), 'utf8')
    for (const [from, to] of changes) {
      expect(text).toContain(from)
      text = text.replace(from, to)
    }
    text = text.replaceAll('127.0.0.1:2080', `127.0.0.1:${ask}`)
    await writeFile(path.join(folder, 'Caddyfile'), text)
    url = `http://127.0.0.1:${site}`
    const caddy = spawn('caddy', ['run', '--config', path.join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], {
      stdio: 'ignore',
      env: { ...process.env, SITE_ADDRESS: `:${site}`, HOME: folder, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder },
    })
    stop = async () => {
      caddy.kill('SIGKILL')
      await once(caddy, 'exit')
    }
    const answers = () => fetch(url).catch(() => undefined)
    for (const end = Date.now() + 20_000; !(await answers()) && Date.now() < end; ) await sleep(50)
  })
  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })

  /** An API process that says which one it is. */
  async function startUpstream(index: number): Promise<Server> {
    const server = createServer((_, response) => response.end(`process ${index}`)).listen(ports[index], '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    })
    return server
  }

  it.each(['/', '/escola/alunos', '/api', '/assets/a.js'])(
    'shows a page where no process answers: %s',
    async (place) => {
      const answer = await fetch(url + place)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        503,
        'text/html; charset=utf-8',
        'no-store',
      ])
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0)
      const text = await answer.text()
      for (const sentence of errors.unavailable.pt.split('. ')) expect(text).toContain(sentence)
    },
  )

  it.each([
    ['GET', '/api/context'],
    ['POST', '/webhook'],
    ['POST', '/webhook/7/hotmart'],
    ['GET', '/integration/7/hash'],
  ])('answers in the words of the contract where no process answers: %s %s', async (method, place) => {
    const answer = await fetch(url + place, { method })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([errors.unavailable.status, 'application/json'])
    expect(ErrorBody.parse(await answer.json())).toEqual({
      code: 'unavailable',
      message: errors.unavailable.message,
    })
  })

  it('asks the processes in turn, and one alone while the other is away', async () => {
    await startUpstream(0)
    const ask = async () => (await fetch(url)).text()
    await expect.poll(ask).toBe('process 0')
    expect(new Set(await Promise.all(Array.from({ length: 6 }, ask)))).toEqual(new Set(['process 0']))
    await startUpstream(1)
    await expect.poll(ask).toBe('process 1')
    const answers: string[] = []
    for (let time = 0; time < 6; time++) answers.push(await ask())
    expect(answers.filter((answer) => answer === 'process 0')).toHaveLength(3)
  })
}
