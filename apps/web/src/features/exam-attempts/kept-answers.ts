import type { AttemptAnswer } from '@escola/contract/exam-attempt-wire'
import { type AttemptSave, examAttempts } from '@escola/contract/exam-attempts.contract'
import type { AnswerSave } from '@escola/contract/exam-saves'
import { ApiError, api } from '../../api/client.ts'
import { deviceStore } from '../../api/storage.ts'
import { KeptOnDevice, keptKey } from '../../session/kept-on-device.ts'

export interface AttemptPlace {
  schoolId: string
  userId: string
  attemptId: string
}

const prefixOf = ({ schoolId, userId, attemptId }: AttemptPlace) =>
  `${keptKey('exams', schoolId, userId)}.${attemptId}.`

/**
 * Answers that the school doesn't have yet, the newest one of each question. Each opening of an attempt keeps its own, under its epoch: so no tab writes
 * over what another one has kept.
 */
export const keptAnswers = (place: AttemptPlace, epoch: number) =>
  new KeptOnDevice<AttemptSave[]>(`${prefixOf(place)}${epoch}`)

const keptDrafts = ({ schoolId, userId, attemptId }: AttemptPlace) =>
  new KeptOnDevice<Record<number, AttemptAnswer>>(`${keptKey('exams', schoolId, userId)}.drafts.${attemptId}`)

/** Reads the answer to a question of an exercise that the student has chosen or typed, and not given yet. */
export const readDraft = (place: AttemptPlace, question: number) => keptDrafts(place).read()?.[question]

export function keepDraft(place: AttemptPlace, question: number, answer: AttemptAnswer | undefined) {
  const kept = keptDrafts(place)
  const { [question]: _, ...others } = kept.read() ?? {}
  const drafts = answer ? { ...others, [question]: answer } : others
  kept.write(Object.keys(drafts).length > 0 ? drafts : undefined)
}

export const forgetDrafts = (place: AttemptPlace) => keptDrafts(place).write(undefined)

/** Epochs of which this device keeps answers, the oldest first. */
export function listKeptEpochs(place: AttemptPlace): number[] {
  const prefix = prefixOf(place)
  return deviceStore
    .listKeys()
    .filter((key) => key.startsWith(prefix))
    .map((key) => Number(key.slice(prefix.length)))
    .sort((a, b) => a - b)
}

export function forgetKept(place: AttemptPlace, epochs = listKeptEpochs(place)) {
  for (const epoch of epochs) keptAnswers(place, epoch).write(undefined)
}

/** Removes what the school has received, unless the answer was changed meanwhile. */
export function dropSent(kept: KeptOnDevice<AttemptSave[]>, sent: Pick<AttemptSave, 'question' | 'number'>[]) {
  const isSent = (save: AttemptSave) =>
    sent.some((each) => each.question === save.question && each.number === save.number)
  const left = (kept.read() ?? []).filter((save) => !isSent(save))
  return { left, isKept: kept.write(left.length > 0 ? left : undefined) }
}

/** Longest time that a call may take, so that a dead connection is tried again. */
export const longestRequest = 30_000

/**
 * Sends what earlier visits of this device have kept, before the attempt is opened and its epoch is an older one.
 * @returns answers that the school refuses, because another device has opened the attempt since; they stay on this one
 */
export async function sendKept(place: AttemptPlace): Promise<AnswerSave<AttemptAnswer>[]> {
  const epochs = listKeptEpochs(place)
  const newest = epochs.at(-1)
  const savesOf = (epoch: number) => keptAnswers(place, epoch).read() ?? []
  if (newest !== undefined && (await isTaken(place, newest, savesOf(newest)))) epochs.pop()
  return epochs.flatMap((epoch) => savesOf(epoch).map((save) => ({ ...save, epoch })))
}

async function isTaken(place: AttemptPlace, epoch: number, saves: AttemptSave[]): Promise<boolean> {
  const { schoolId, attemptId } = place
  try {
    const signal = AbortSignal.timeout(longestRequest)
    if (saves.length > 0)
      await api(examAttempts.save, { params: { schoolId, attemptId }, body: { epoch, saves }, signal })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'attempt_taken_over') return false
    // No later visit could send what the school can't read.
    if (!(error instanceof ApiError) || error.status !== 400) throw error
  }
  dropSent(keptAnswers(place, epoch), saves)
  return true
}
