import { randomInt } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { fillPath } from '@escola/contract/call'
import { minuteMs } from '@escola/contract/durations'
import { learning } from '@escola/contract/learning.contract'
import { sessions } from '@escola/contract/sessions.contract'
import { hashPassword } from '@escola/server/security/passwords'
import { type BenchSchool, courseLink, lessonLink } from '../bench/bench-schools.ts'
import type { OwnBenchStack } from '../bench/bench-stack.ts'
import { begunIn, ms, percentile, shares } from './answers.ts'
import { startCaddy } from './caddy.ts'
import type { Answer } from './callers.ts'
import type { Finding } from './finding.ts'

/** Each caller has an address of this machine's own network, so that they are told apart with a proxy and without. */
const addresses = { holder: '127.0.0.2', sender: '127.0.0.3', student: '127.0.0.4', class: '127.0.0.5' }
const addressOfOther = (nth: number) => `127.0.1.${nth + 1}`
const unfinishedBodies = 300
const callsInTheAir = 200
const pupils = 60
/** Time that a flood is given before others are measured. */
const headStartMs = 1000
const json = { 'content-type': 'application/json' }

interface Sent {
  method: 'GET' | 'POST'
  path: string
  token?: string | undefined
  body?: object | undefined
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY })

/** @returns the answer's status; 0 when there is none */
const ask = (port: number, localAddress: string, { method, path, token, body, headers }: Sent) =>
  new Promise<number>((resolve) => {
    const text = body === undefined ? undefined : JSON.stringify(body)
    const all = {
      ...(text === undefined ? {} : { ...json, 'content-length': Buffer.byteLength(text) }),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...headers,
    }
    const call = request({ port, host: '127.0.0.1', localAddress, agent, method, path, headers: all }, (answer) => {
      answer.resume()
      answer.on('close', () => resolve(answer.statusCode!))
    })
    call.setTimeout(minuteMs, () => call.destroy())
    call.on('error', () => resolve(0))
    call.end(text)
  })

/** Does something again and again, so many at once, until it has to stop. */
function repeat(count: number, act: (nth: number) => Promise<unknown>) {
  let isOver = false
  const loops = Array.from({ length: count }, async (_, nth) => {
    while (!isOver) await act(nth)
  })
  return async () => {
    isOver = true
    await Promise.all(loops)
  }
}

interface Flood {
  name: string
  /** @returns a function that ends it, and says what its calls were answered */
  begin(port: number): () => Promise<string>
}

const floodsOf = (school: BenchSchool): Flood[] => [
  {
    name: `${unfinishedBodies} bodies that do not come`,
    begin: (port) => {
      const held = new Set<Socket>()
      let ended = 0
      let isOver = false
      const head = `POST /api${sessions.signIn.path} HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`
      const hold = () => {
        const socket = connect({ port, host: '127.0.0.1', localAddress: addresses.holder })
        held.add(socket)
        socket.on('error', () => undefined)
        socket.on('close', () => {
          held.delete(socket)
          if (isOver) return
          ended++
          setTimeout(hold, 10)
        })
        socket.write(head)
        socket.resume()
      }
      for (let nth = 0; nth < unfinishedBodies; nth++) hold()
      return async () => {
        isOver = true
        for (const socket of held) socket.destroy()
        return `${ended} ended`
      }
    },
  },
  inTheAir(`${callsInTheAir} webhooks of an unknown sender in the air`, (port) =>
    ask(port, addresses.sender, {
      method: 'POST',
      path: '/webhook',
      headers: { 'x-hotmart-hottok': 'nobody has this code' },
      body: { id: 'x', event: 'PURCHASE_APPROVED', version: '2.0.0', data: { product: { id: 1 }, purchase: {} } },
    }),
  ),
  inTheAir(`${callsInTheAir} clicks of one student in the air`, (port) =>
    ask(port, addresses.student, markOf(school, school.studentTokens[0]!)),
  ),
]

function inTheAir(name: string, act: (port: number) => Promise<number>): Flood {
  return {
    name,
    begin: (port) => {
      const answers: Answer[] = []
      const end = repeat(callsInTheAir, async () => {
        const startedAt = performance.now()
        answers.push({ status: await act(port), startedAt, endedAt: performance.now() })
      })
      return async () => {
        await end()
        return shares(answers)
      }
    },
  }
}

function markOf({ id, courseId: degreeId, openLessons }: BenchSchool, token: string): Sent {
  const contentId = openLessons[randomInt(openLessons.length - 1)]!
  const userDegree = { metadata: { content: { [contentId]: { isComplete: Math.random() < 0.7 } } } }
  const path = `/api${fillPath(learning.complete.path, { schoolId: id })}`
  return { method: 'POST', path, token, body: { contentId, degreeId, userDegree } }
}

/** Calls of others meanwhile: students who read and mark, and visitors. */
function othersCalls(school: BenchSchool): ((nth: number) => Sent)[] {
  const at = (path: string) => `/api${fillPath(path, { schoolId: school.id, degreeLink: courseLink })}`
  const tokenOf = (nth: number) => school.studentTokens[1 + nth]
  return [
    (nth) => ({ method: 'GET', path: at(learning.home.path), token: tokenOf(nth) }),
    (nth) => ({ method: 'POST', path: at(learning.lesson.path), token: tokenOf(nth), body: { classLink: lessonLink } }),
    (nth) => ({
      method: 'GET',
      path: `/api/context?domain=localhost&pathname=/escola/${school.id}`,
      token: tokenOf(nth),
    }),
    () => ({ method: 'GET', path: `/api/context?domain=localhost&pathname=/escola/${school.id}` }),
    (nth) => markOf(school, tokenOf(nth)!),
  ]
}

/** Lets each flood come for some seconds while others use the school, and looks at what the others are answered. */
async function underFloods(school: BenchSchool, { name, port }: Served, seconds: number): Promise<Finding[]> {
  const findings: Finding[] = []
  const kinds = othersCalls(school)
  for (const flood of floodsOf(school)) {
    const end = flood.begin(port)
    await wait(headStartMs)
    const answers: Answer[] = []
    const startedAt = performance.now()
    const endOthers = repeat(20, async (nth) => {
      const startedAt = performance.now()
      const status = await ask(port, addressOfOther(nth), kinds[nth % kinds.length]!(nth))
      answers.push({ status, startedAt, endedAt: performance.now() })
      await wait(100)
    })
    await wait(seconds * 1000)
    const [flooded] = await Promise.all([end(), endOthers()])
    const others = begunIn(answers, startedAt, Number.POSITIVE_INFINITY)
    findings.push({
      name: `${name}: ${flood.name} for ${seconds} s (they: ${flooded})`,
      seen: `others ${shares(others)}; median ${ms(percentile(others, 0.5))}, p99 ${ms(percentile(others, 0.99))}`,
      expected: 'others 200 alone',
      ok: others.length > 0 && others.every(({ status }) => status === 200),
    })
  }
  return findings
}

/** A class begins its lesson: all of it signs in behind one address, within a few seconds. */
async function classSignsIn({ admin }: OwnBenchStack, school: BenchSchool, { name, port }: Served): Promise<Finding> {
  const password = 'senha da turma 7'
  const { rows } = await admin.query<{ email: string }>(
    `update users set password_hash = $1 where id in
      (select user_id from memberships where school_id = $2 and is_student order by user_id limit ${pupils})
      returning email`,
    [await hashPassword(password), school.id],
  )
  const answers = await Promise.all(
    rows.map(async ({ email }): Promise<Answer> => {
      await wait(Math.random() * 5000)
      const startedAt = performance.now()
      const body = { email, password, schoolId: school.id }
      const status = await ask(port, addresses.class, { method: 'POST', path: `/api${sessions.signIn.path}`, body })
      return { status, startedAt, endedAt: performance.now() }
    }),
  )
  return {
    name: `${name}: ${answers.length} pupils behind one address sign in within five seconds`,
    seen: `${shares(answers)}; slowest ${ms(percentile(answers, 1))}`,
    expected: `${pupils} × 200`,
    ok: answers.length === pupils && answers.every(({ status }) => status === 200),
  }
}

interface Served {
  name: string
  port: number
}

/** One caller asks for all that there is: with one process, and with two behind Caddy where it is installed. */
export async function overloadByCaller(stack: OwnBenchStack, school: BenchSchool, seconds: number): Promise<Finding[]> {
  const env = { OVERLOAD_WAIT_MS: '250', RATE_FACTOR: '1', TRUST_PROXY: '127.0.0.1' }
  const findings: Finding[] = []
  const look = async (served: Served) => {
    findings.push(await classSignsIn(stack, school, served))
    findings.push(...(await underFloods(school, served, seconds)))
  }
  const first = await stack.serveApi(env)
  try {
    await look({ name: 'one process', port: first.port })
    const second = await stack.serveApi(env)
    const caddy = await startCaddy([first.port, second.port])
    if (caddy) await look({ name: 'two behind Caddy', port: caddy.port }).finally(caddy.stop)
    else console.log('no caddy on this machine: two processes behind it were not looked at')
    await second.stop()
  } finally {
    await first.stop()
    agent.destroy()
  }
  return findings
}
