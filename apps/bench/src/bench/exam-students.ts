import { randomUUID } from 'node:crypto'
import type { Agent } from 'node:http'
import { addressOf } from '@escola/contract/call'
import type { AskedExamQuestion, AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type AttemptSave, examAttempts, type RunningAttempt } from '@escola/contract/exam-attempts.contract'
import { json } from './calls.ts'
import type { LoadRequest } from './load.ts'
import { type Answered, askUntilTaken } from './patient-calls.ts'

/** A student's device in an exam, with the answers that it saw saved. */
export class ExamStudent {
  attempt: RunningAttempt | undefined
  readonly kept = new Map<number, AttemptSave>()
  #number = 0
  readonly #token: string
  readonly #schoolId: string
  readonly #send: (call: LoadRequest, due: number) => Promise<Answered>

  constructor({ port, agent, schoolId, token }: { port: number; agent: Agent; schoolId: string; token: string }) {
    this.#token = token
    this.#schoolId = schoolId
    this.#send = (call, due) => askUntilTaken(port, agent, call, due)
  }

  async begin(contentId: string, due: number): Promise<Answered> {
    const path = addressOf(examAttempts.begin, { params: { schoolId: this.#schoolId, contentId } })
    const headers = { authorization: `Bearer ${this.#token}`, 'idempotency-key': randomUUID() }
    const answered = await this.#send({ method: 'POST', path, headers }, due)
    if (answered.status === examAttempts.begin.status) this.attempt = JSON.parse(answered.body).attempt
    return answered
  }

  /** Opens the attempt on another device, as after an empty battery. */
  async changeDevice(due: number): Promise<Answered> {
    const path = addressOf(examAttempts.open, { params: this.#params })
    const headers = { authorization: `Bearer ${this.#token}` }
    const answered = await this.#send({ method: 'POST', path, headers }, due)
    if (answered.status === 200) this.attempt = JSON.parse(answered.body).attempt
    this.#number = 0
    return answered
  }

  /** Changes the answer to a question, and saves it. */
  async save(question: AskedExamQuestion, due: number): Promise<Answered> {
    const save = { question: question.number, number: ++this.#number, answer: answerTo(question) }
    const answered = await this.#post(examAttempts.save, [save], due)
    if (answered.status === 200) this.kept.set(save.question, save)
    return answered
  }

  handIn = (due: number): Promise<Answered> => this.#post(examAttempts.handIn, this.#ofThisDevice(), due)

  get #params() {
    return { schoolId: this.#schoolId, attemptId: this.attempt!.id }
  }

  /** A device that opens later numbers its saves from 1 again; earlier saves have an older epoch. */
  #ofThisDevice = () => [...this.kept.values()].filter(({ number }) => number <= this.#number)

  #post(route: typeof examAttempts.save | typeof examAttempts.handIn, saves: AttemptSave[], due: number) {
    const path = addressOf(route, { params: this.#params })
    return this.#send({ method: 'POST', path, ...json(this.#token, { epoch: this.attempt!.epoch, saves }) }, due)
  }
}

const draw = <T>(list: T[]): T => list[Math.floor(Math.random() * list.length)]!

function answerTo(question: AskedExamQuestion): AttemptAnswer {
  switch (question.kind) {
    case 'one':
      return { kind: 'one', chosen: draw(question.options).number }
    case 'several':
      return {
        kind: 'several',
        chosen: question.options.flatMap(({ number }) => (draw([true, false]) ? [number] : [])),
      }
    case 'truth':
      return { kind: 'truth', chosen: draw([true, false]) }
    case 'number':
      return { kind: 'number', typed: String(Math.ceil(Math.random() * 120)) }
    case 'text':
      return { kind: 'text', typed: draw(['autólise', 'Descanso', 'sova']) }
    case 'order':
      return { kind: 'order', chosen: question.options.map(({ number }) => number) }
    case 'pairs':
      return {
        kind: 'pairs',
        chosen: question.lefts.map((left) => ({ left: left.number, option: draw(question.options).number })),
      }
    case 'open':
      return { kind: 'open', typed: 'A massa descansa antes da sova.' }
  }
}
