import type { AttemptAnswer, ShownExamQuestion } from '@escola/contract/exam-attempt-wire'
import { type AttemptSave, examAttempts, type RunningAttempt } from '@escola/contract/exam-attempts.contract'
import { type AnswerSave, offeredAnswers } from '@escola/contract/exam-saves'
import { retryWait } from '@escola/contract/retry-wait'
import type { ResponseOf } from '@escola/contract/route'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { ApiError, api } from '../../api/client.ts'
import { contextQuery } from '../../session/context.ts'
import type { KeptOnDevice } from '../../session/kept-on-device.ts'
import { applyEnd, takeBegun } from './exam-attempts.queries.ts'
import {
  type AttemptPlace,
  dropSent,
  forgetDrafts,
  forgetKept,
  keepDraft,
  keptAnswers,
  listKeptEpochs,
  longestRequest,
  readDraft,
  sendKept,
} from './kept-answers.ts'

export interface AttemptState {
  /** 'running' takes answers. */
  phase: 'opening' | 'failed' | 'running' | 'taken_over' | 'handing_in' | 'over'
  /** Reason why it could not be opened, or takes no answer. */
  error: unknown
  attempt: RunningAttempt | undefined
  answers: ReadonlyMap<number, AttemptAnswer>
  /** Questions of an exercise that were answered, with their keys. */
  shown: ReadonlyMap<number, ShownExamQuestion>
  /** Answers of an earlier visit to questions that have none. */
  offered: AnswerSave<AttemptAnswer>[]
  /** 'waiting': the last try did not reach the school. */
  saving: 'saved' | 'saving' | 'waiting'
  /** The device keeps what is unsent; otherwise the page alone has it. */
  isKept: boolean
  /** Time is over by the device's clock, so it takes no further answers. */
  isTimeOver: boolean
}

const typingMs = 800
/** Errors that pass, and say nothing about the attempt itself. */
const isPassing = (error: unknown) =>
  !(error instanceof ApiError) || [0, 401, 408, 429].includes(error.status) || error.status >= 500

/**
 * An attempt on this device. Each answer is kept here first and then sent, in order; what could not be sent is tried again, also when another page is shown.
 * The attempt ends by the school's clock, and is handed in by itself then.
 */
export class AttemptKeeper {
  readonly #client: QueryClient
  readonly #place: AttemptPlace
  readonly #listeners = new Set<() => void>()
  #state: AttemptState = {
    phase: 'opening',
    error: undefined,
    attempt: undefined,
    answers: new Map(),
    shown: new Map(),
    offered: [],
    saving: 'saved',
    isKept: true,
    isTimeOver: false,
  }
  #kept?: KeptOnDevice<AttemptSave[]>
  #number = 0
  #isCalling = false
  #isOpening = false
  /** Tries in a row that did not reach the school. */
  #failures = 0
  #timer?: ReturnType<typeof setTimeout>
  #unwatch?: () => void
  /** The school's clock less this device's. */
  #ahead = 0
  #endsOn: number | null = null

  constructor(client: QueryClient, place: AttemptPlace) {
    this.#client = client
    this.#place = place
  }

  readonly snapshot = () => this.#state
  readonly subscribe = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  hasUnsent = () => this.#unsent().length > 0

  /** Milliseconds until the end by the school's clock; null: it has none. */
  timeLeft = () => (this.#endsOn === null ? null : Math.max(0, this.#endsOn - Date.now() - this.#ahead))

  /** Opens the attempt on this device. Other devices that have it open learn of it with their next save. */
  async open(): Promise<void> {
    if (this.#isOpening) return
    this.#isOpening = true
    clearTimeout(this.#timer)
    if (!this.#state.attempt) this.#show({ phase: 'opening', error: undefined })
    try {
      const refused = await sendKept(this.#place)
      this.#begin(
        takeBegun(this.#client, this.#place.schoolId, this.#place.attemptId) ?? (await this.#callOpen()),
        refused,
      )
    } catch (error) {
      if (error instanceof ApiError && error.code === 'attempt_over') this.#end()
      else this.#show({ phase: 'failed', error })
    }
    this.#isOpening = false
  }

  async #callOpen() {
    const signal = AbortSignal.timeout(longestRequest)
    return (await api(examAttempts.open, { params: this.#params(), signal })).attempt
  }

  #begin(attempt: RunningAttempt, refused: AnswerSave<AttemptAnswer>[]) {
    const { epoch } = attempt
    const counted = new Map(attempt.answers.map((each) => [each.question, { ...each, epoch, number: 0 }]))
    const offered = offeredAnswers(refused, counted)
    if (offered.length === 0) forgetKept(this.#place)
    this.#kept = keptAnswers(this.#place, epoch)
    this.#number = 0
    this.#failures = 0
    this.#setClock(attempt)
    this.#show({
      phase: 'running',
      error: undefined,
      attempt,
      answers: new Map(attempt.answers.map(({ question, answer }) => [question, answer])),
      shown: new Map(attempt.shown.map((each) => [each.question.number, each])),
      offered,
      saving: 'saved',
      isTimeOver: false,
    })
  }

  /** Keeps an answer on the device and sends it: a choice at once, what is typed after a pause. Null takes the answer back. */
  answer(question: number, answer: AttemptAnswer | null, { isTyped = false } = {}) {
    const { phase, isTimeOver, shown, answers } = this.#state
    if (phase !== 'running' || isTimeOver || shown.has(question)) return
    const next = new Map(answers)
    if (answer) next.set(question, answer)
    else next.delete(question)
    this.#number += 1
    const save = { question, number: this.#number, answer }
    const isKept = this.#kept!.write([...this.#unsent().filter((each) => each.question !== question), save])
    this.#show({ answers: next, saving: this.#state.saving === 'waiting' ? 'waiting' : 'saving', isKept })
    if (this.#state.saving === 'waiting') return
    clearTimeout(this.#timer)
    if (isTyped) this.#timer = setTimeout(() => void this.send(), typingMs)
    else void this.send()
  }

  /** Answer to a question of an exercise that was not given yet. A closed tab doesn't lose it. */
  readonly readDraft = (question: number) => readDraft(this.#place, question)
  readonly keepDraft = (question: number, answer: AttemptAnswer | undefined) => keepDraft(this.#place, question, answer)

  /** Gives the offered answers of an earlier visit, or drops them. */
  settleOffer(isTaken: boolean) {
    const { offered, attempt } = this.#state
    if (isTaken) for (const { question, answer } of offered) this.answer(question, answer)
    forgetKept(
      this.#place,
      listKeptEpochs(this.#place).filter((epoch) => epoch < attempt!.epoch),
    )
    this.#show({ offered: [] })
  }

  /** Sends what the school doesn't have yet. At the end of the time it also asks for the school's clock, which alone decides. */
  async send(): Promise<void> {
    const { phase, isTimeOver } = this.#state
    const saves = this.#unsent()
    if (phase !== 'running' || this.#isCalling || !this.#isHere()) return
    clearTimeout(this.#timer)
    if (saves.length === 0 && !isTimeOver) return this.#show({ saving: 'saved' })
    await this.#call(async (signal) => {
      const body = { epoch: this.#state.attempt!.epoch, saves }
      this.#applySaved(await api(examAttempts.save, { params: this.#params(), body, signal }), saves)
    })
    if (this.#state.saving !== 'waiting' && this.#state.phase === 'running' && this.hasUnsent()) void this.send()
  }

  #applySaved(saved: ResponseOf<typeof examAttempts.save>, sent: AttemptSave[]) {
    const { left, isKept } = dropSent(this.#kept!, sent)
    this.#setClock(saved)
    const shown = new Map(this.#state.shown)
    for (const each of saved.shown) shown.set(each.question.number, each)
    this.#show({ shown, isKept, saving: left.length > 0 ? 'saving' : 'saved', isTimeOver: this.timeLeft() === 0 })
    if (saved.verdicts.some(({ verdict }) => verdict === 'late') || this.#state.isTimeOver) return void this.handIn()
    // The answer with the key was lost on its way.
    const isKeyLost = sent.some(({ question, answer }) => answer && !shown.has(question))
    if (this.#state.attempt!.kind === 'exercise' && isKeyLost && left.length === 0) void this.open()
  }

  /** Ends the answers once the time is over. */
  tick() {
    if (this.#state.phase !== 'running' || this.#state.isTimeOver || this.timeLeft() !== 0) return
    this.#show({ isTimeOver: true })
    void this.send()
  }

  /** Hands the attempt in with all that the school doesn't have yet, however long it takes to reach it. */
  async handIn(): Promise<void> {
    const { phase } = this.#state
    if (phase !== 'running' && phase !== 'handing_in') return
    this.#show({ phase: 'handing_in' })
    if (this.#isCalling || !this.#isHere()) return
    clearTimeout(this.#timer)
    await this.#call(async (signal) => {
      const body = { epoch: this.#state.attempt!.epoch, saves: this.#unsent() }
      const { result } = await api(examAttempts.handIn, { params: this.#params(), body, signal })
      this.#end(result)
    })
  }

  #end(result?: ResponseOf<typeof examAttempts.handIn>['result']) {
    forgetKept(this.#place)
    forgetDrafts(this.#place)
    applyEnd(this.#client, this.#place.schoolId, this.#place.attemptId, result)
    this.#show({ phase: 'over' })
  }

  /** One call at a time, so that none overtakes another; what was wanted meanwhile follows it. */
  async #call(call: (signal: AbortSignal) => Promise<void>) {
    this.#isCalling = true
    try {
      if (!onlineManager.isOnline()) throw new ApiError(0, { code: 'offline' })
      await call(AbortSignal.timeout(longestRequest))
      this.#failures = 0
    } catch (error) {
      if (isPassing(error)) this.#retry()
      else this.#refuse(error)
    }
    this.#isCalling = false
    if (this.#state.phase === 'handing_in' && this.#state.saving !== 'waiting') void this.handIn()
  }

  #retry() {
    this.#show({ saving: 'waiting' })
    this.#failures += 1
    this.#timer = setTimeout(this.retry, retryWait(this.#failures, Math.random()))
    this.#unwatch ??= onlineManager.subscribe((isOnline) => isOnline && this.retry())
  }

  /** Retries what waits for a connection. */
  readonly retry = () => {
    clearTimeout(this.#timer)
    if (this.#state.saving !== 'waiting') return
    void (this.#state.phase === 'handing_in' ? this.handIn() : this.send())
  }

  #refuse(error: unknown) {
    const isTakenOver = error instanceof ApiError && error.code === 'attempt_taken_over'
    this.#show(isTakenOver ? { phase: 'taken_over' } : { phase: 'failed', error })
  }

  /** Nothing of this user is sent in the session of the next one. */
  #isHere = () => this.#client.getQueryData(contextQuery.queryKey)?.user?.id === this.#place.userId
  #params = () => ({ schoolId: this.#place.schoolId, attemptId: this.#place.attemptId })
  #unsent = () => this.#kept?.read() ?? []

  #setClock({ utc_now, utc_ends_on }: Pick<RunningAttempt, 'utc_now' | 'utc_ends_on'>) {
    this.#ahead = Date.parse(utc_now) - Date.now()
    this.#endsOn = utc_ends_on === null ? null : Date.parse(utc_ends_on)
  }

  #show(change: Partial<AttemptState>) {
    this.#state = { ...this.#state, ...change }
    if (this.#unwatch && this.#state.saving !== 'waiting') {
      this.#unwatch()
      this.#unwatch = undefined
    }
    for (const listener of this.#listeners) listener()
  }
}
