import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { fillPath } from '@escola/contract/call'
import { cohorts } from '@escola/contract/cohorts.contract'
import { minuteMs } from '@escola/contract/durations'
import { imports } from '@escola/contract/imports.contract'
import { learning } from '@escola/contract/learning.contract'
import type { RouteDefinition } from '@escola/contract/route'
import { type BenchSchool, courseLink, lessonLink } from '../bench/bench-schools.ts'

export interface Answer {
  /** HTTP status; 0 when the process was killed before it answered. */
  status: number
  startedAt: number
  endedAt: number
}

/** Text in each row of the other school; no caller may ever be answered it. */
export const foreign = 'de outra escola'
const patienceMs = minuteMs
/** Students who click on the same lesson at the same moment. */
const classSize = 5

/** People who use a school without a pause, and the answers that they got. */
export class Callers {
  /** Domain of the addresses of these callers, which tells them from those of an earlier run. */
  readonly domain = `${randomUUID().slice(0, 8)}.example`
  readonly answers: Answer[] = []
  /** Answers of a call that needs nothing: they show how fast this machine is at that moment. */
  readonly idle: Answer[] = []
  /** Answers that no caller may ever get, in short. */
  readonly wrong = new Map<string, number>()
  /** E-mails and classes that the API has accepted. */
  readonly emails = new Set<string>()
  readonly classes = new Set<string>()
  /** Last answer for each lesson that a student marked: `user/lesson`, and whether it is complete. */
  readonly marks = new Map<string, boolean>()
  readonly #url: string
  readonly #school: BenchSchool
  /** Tokens of the students who are not marking a lesson at the moment. */
  readonly #idleStudents: string[]
  #isOver = false
  #running: Promise<void>[] = []

  constructor(apiUrl: string, school: BenchSchool) {
    this.#url = apiUrl
    this.#school = school
    this.#idleStudents = [...school.studentTokens]
  }

  get schoolId() {
    return this.#school.id
  }

  /** @param pauseMs between one answer and the next question of the same caller */
  begin(count: number, pauseMs: number) {
    const kinds = [
      () => this.#readLesson(),
      () => this.#readContext(),
      () => this.#enroll(),
      () => this.#makeClass(),
      () => this.#mark(),
    ]
    const loop = async (kind: () => Promise<unknown>) => {
      while (!this.#isOver) {
        await kind()
        await wait(pauseMs)
      }
    }
    for (let each = 0; each < count; each++) this.#running.push(loop(kinds[each % kinds.length]!))
  }

  /** Begins a caller that needs nothing, beside the others. */
  beginIdle(pauseMs: number) {
    const loop = async () => {
      while (!this.#isOver) {
        const startedAt = performance.now()
        const { status } = await fetch(`${this.#url}/healthz`)
        this.idle.push({ status, startedAt, endedAt: performance.now() })
        await wait(pauseMs)
      }
    }
    this.#running.push(loop())
  }

  /** Waits until every caller has finished the call under way. */
  async end() {
    this.#isOver = true
    await Promise.all(this.#running)
  }

  async import(people: number) {
    const name = randomUUID()
    const rows = Array.from({ length: people }, (_, index) => ({
      line: index + 2,
      name: `Pessoa ${index}`,
      email: `${name}.${index}@${this.domain}`,
    }))
    const form = () => {
      const made = new FormData()
      made.append('file', new File([JSON.stringify(rows)], 'alunos.json', { type: 'application/json' }))
      return made
    }
    const query = `?total=${people}&filename=alunos.csv&school_gateway_id=${this.#school.cohortId}`
    await this.#until(202, () => this.#ask(imports.start, {}, { form: form(), query }))
    for (const { email } of rows) this.emails.add(email)
  }

  async #enroll() {
    const email = `${randomUUID()}@${this.domain}`
    const key = randomUUID()
    const body = { name: 'Pessoa Nova', email }
    await this.#until(200, () => this.#ask(cohorts.addStudent, { id: this.#school.cohortId }, { body, key }))
    this.emails.add(email)
  }

  async #makeClass() {
    const title = `Turma ${randomUUID()} de ${this.domain}`
    const key = randomUUID()
    await this.#until(201, () => this.#ask(cohorts.create, {}, { body: { title }, key }))
    this.classes.add(title)
    await wait(100)
  }

  async #readLesson() {
    const body = { classLink: lessonLink }
    const { status, text } = await this.#ask(
      learning.lesson,
      { degreeLink: courseLink },
      { body, as: this.#anyStudent() },
    )
    if (status === 200 && !text.includes(lessonLink)) this.#countFault('a lesson that was not asked for')
  }

  async #readContext() {
    const token = this.#anyStudent()
    const authorization = `Bearer ${token}`
    const address = `/api/context?domain=localhost&pathname=/escola/${this.#school.id}`
    const { status, text } = await this.#send('GET', address, { authorization })
    const wanted = ['Escola medida', `"${userOf(token)}@bench.example"`]
    if (status === 200 && !wanted.every((part) => text.includes(part)))
      this.#countFault('a context that was not asked for')
  }

  /** Several mark one lesson complete at the same moment, or take that back. */
  async #mark() {
    const students = this.#idleStudents.splice(0, classSize)
    const { courseId: degreeId, openLessons } = this.#school
    // The last lesson stays open, so that no student completes the course.
    const contentId = openLessons[randomInt(openLessons.length - 1)]!
    const isComplete = Math.random() < 0.7
    const body = { contentId, degreeId, userDegree: { metadata: { content: { [contentId]: { isComplete } } } } }
    const markLesson = async (as: string) => {
      await this.#until(200, () => this.#ask(learning.complete, {}, { body, as }))
      this.marks.set(`${userOf(as)}/${contentId}`, isComplete)
    }
    await Promise.all(students.map(markLesson))
    this.#idleStudents.push(...students)
  }

  #anyStudent() {
    const { studentTokens } = this.#school
    return studentTokens[randomInt(studentTokens.length)]!
  }

  /** Repeats a call until it answers the wanted status; after two minutes of other answers, records a failure. */
  async #until(wanted: number, ask: () => Promise<{ status: number }>) {
    for (const end = Date.now() + patienceMs * 2; ; await wait(100)) {
      const { status } = await ask()
      if (status === wanted) return
      if (Date.now() > end) return this.#countFault('nothing but refusals for two minutes')
    }
  }

  #ask(
    { method, path }: RouteDefinition,
    params: Record<string, string>,
    {
      body,
      form,
      key,
      query = '',
      as = this.#school.adminToken,
    }: { body?: object; form?: FormData; key?: string; query?: string; as?: string },
  ) {
    const { id } = this.#school
    const headers: Record<string, string> = { authorization: `Bearer ${as}` }
    if (body) headers['content-type'] = 'application/json'
    if (key) headers['idempotency-key'] = key
    const address = `/api${fillPath(path, { schoolId: id, ...params })}${query}`
    return this.#send(method, address, headers, form ?? (body && JSON.stringify(body)))
  }

  async #send(method: string, address: string, headers: Record<string, string>, body?: string | FormData) {
    const startedAt = performance.now()
    const signal = AbortSignal.timeout(patienceMs)
    let [status, text] = [0, '']
    try {
      const answer = await fetch(this.#url + address, { method, headers, body: body ?? null, signal })
      text = await answer.text()
      status = answer.status
    } catch (error) {
      if ((error as Error).name === 'TimeoutError') this.#countFault('no answer for a minute')
    }
    this.answers.push({ status, startedAt, endedAt: performance.now() })
    if (status !== 0 && status !== 503 && (status < 200 || status > 299))
      this.#countFault(`${status} ${text.slice(0, 200)}`)
    if (text.includes(foreign)) this.#countFault('a row of another school')
    return { status, text }
  }

  #countFault(what: string) {
    this.wrong.set(what, (this.wrong.get(what) ?? 0) + 1)
  }
}

/** User of the session. */
const userOf = (token: string): string => JSON.parse(Buffer.from(token.split('.')[1]!, 'base64url').toString()).sub
