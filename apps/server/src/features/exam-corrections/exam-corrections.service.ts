import type { ExamKey } from '@escola/contract/exam-content'
import { correctionTexts } from '@escola/contract/exam-correction-texts'
import {
  annulledWith,
  answerOfKey,
  asksTheSame,
  Correction,
  correctedWith,
  correctionLimits,
  findOutdated,
  formOptionsOf,
  isSameAnswer,
  KeyAnswer,
  leftIdsOf,
  standingOf,
  type WordedVersion,
  withAnswer,
  withCorrection,
} from '@escola/contract/exam-corrections'
import {
  type KeyCorrection,
  type QuestionCorrections,
  type Regrading,
  undoEnd,
} from '@escola/contract/exam-corrections.contract'
import type { MarkedBy } from '@escola/contract/exam-marks'
import { WrittenKey } from '@escola/contract/exam-question-rules'
import type { SchoolDb } from '@escola/db'
import { AppError, invalidField, notFound } from '../../core/app-error.ts'
import { type Attended, requireRight, type TeamSchool } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { findLatestRun, type Run } from '../../jobs/runs/runs.queries.ts'
import { toProgress } from '../../jobs/runs/runs.ts'
import { summaryOfQuestion } from '../../rich-text/sanitize-rich-text.ts'
import { countPrintedMarks } from '../certificates/issuing/marks.service.ts'
import { previewRegrade } from '../exam-attempts/regrade-preview.service.ts'
import { countAsking, hasNothingLeft, listAskedVersions } from '../exam-attempts/regrading.service.ts'
import { lockQuestion, readQuestion, replaceKey } from '../exam-questions/exam-questions.service.ts'
import { readVersions } from '../exams/exam-contents.service.ts'
import * as queries from './exam-corrections.queries.ts'
import { hasStopped, laneOf, type RegradeInput, startMarking } from './regrade-run.service.ts'

interface Asked {
  id: string
  /** Version whose key is wrong, or that is annulled. */
  version: number
  answer: Correction
}

export const getCorrections = (school: TeamSchool, { id }: { id: string }) =>
  school.tx(async (db) => ({ corrections: await readCorrections(db, school, id) }))

async function readCorrections(db: SchoolDb, school: TeamSchool, id: string): Promise<QuestionCorrections> {
  const { exam_question: current } = await readQuestion(db, school, id)
  const asked = new Set(await listAskedVersions(db, id))
  const versions = asked.size === 0 ? [] : (await readVersions(db, id)).filter(({ version }) => asked.has(version))
  const outdated = findOutdated(current.key, versions)
  const content = versions.find(({ version }) => version === outdated?.version)
  const newest = versions.toSorted((a, b) => b.version - a.version)[0]
  const last = await queries.findLast(db, id)
  const latest = await queries.findLatest(db, id)
  const run = await findLatestRun(db, laneOf(id))
  return {
    answer: answerOfKey(current.key),
    options: formOptionsOf(current.key).map(({ id, html: text }) => ({ id, words: firstWords(text) })),
    lefts: leftIdsOf(current.key),
    outdated:
      outdated && content
        ? {
            version: outdated.version,
            wrong: answerOfKey(outdated.key),
            is_other_statement: content.html !== current.statement,
          }
        : null,
    asked: newest && newest.key.kind !== 'open' ? toWireAsked(newest) : null,
    last: last?.id ?? null,
    latest: latest ? { ...toWireCorrection(latest), ...(await queries.countFollowed(db, latest)) } : null,
    regrading: run ? toWireRegrading(run) : null,
  }
}

/** Words by which an option is known in a sentence. */
function firstWords(html: string): string {
  const words = summaryOfQuestion(html)
  return words.length > correctionLimits.wordsMax
    ? `${words.slice(0, correctionLimits.wordsMax).toWellFormed().trimEnd()}…`
    : words
}

const toWireAsked = ({ version, html, annulled }: WordedVersion) => ({
  version,
  summary: summaryOfQuestion(html),
  annulled: annulled ?? null,
})

const toWireCorrection = (row: queries.CorrectionRow): Omit<KeyCorrection, 'passed' | 'certificates'> => ({
  id: row.id,
  wrong: Correction.parse(row.wrong),
  answer: Correction.parse(row.answer),
  utc_corrected_on: row.utc_corrected_on.toISOString(),
})

const toWireRegrading = (run: Run): Regrading => ({
  ...toProgress(run),
  done: run.done,
  marks: run.counts.marks ?? 0,
  passed: run.counts.passed ?? 0,
  is_undo: (run.input as RegradeInput).correctionId === null,
  is_annulment: (run.input as RegradeInput).isAnnulment === true,
  is_stopped: hasStopped(run),
})

/**
 * Finds what a correction changes.
 * @throws invalid_request where the answer belongs to another kind of question or to no option of it, or marks as before
 */
async function planCorrection(db: SchoolDb, school: TeamSchool, { id, version, answer }: Asked) {
  const { exam_question: current } = await readQuestion(db, school, id)
  requireRight(school, 'courses', current.degree_id ?? undefined)
  const all = await readVersions(db, id)
  const wrong = all.find((each) => each.version === version)
  if (!wrong) throw notFound()
  const plan = { current, wrong, all }
  if (answer.kind !== 'annulled')
    return { ...plan, right: judgeAnswer(wrong, answer), versions: correctedWith(wrong.key, all) }
  // Its answers wait for a person, who gives the points of each.
  if (wrong.key.kind === 'open') throw invalidField('answer', correctionTexts.openNotAnnulled)
  if (wrong.annulled === answer.points) throw invalidField('answer', correctionTexts.sameAnnulment)
  const versions = annulledWith(wrong, all)
  if (answer.points === 'out' && (await hasNothingLeft(db, { questionId: id, versions })))
    throw invalidField('answer', correctionTexts.nothingLeft)
  return { ...plan, right: answer, versions }
}

/** @returns the answer as it is kept */
function judgeAnswer({ key: wrong, annulled }: MarkedBy, answer: KeyAnswer): KeyAnswer {
  if (annulled) throw invalidField('answer', correctionTexts.annulledFirst)
  if (wrong.kind !== answer.kind) throw invalidField('answer', correctionTexts.otherKind)
  const { data: key, error } = WrittenKey.safeParse(withAnswer(wrong, answer))
  if (error) throw invalidField('answer', error.issues[0]!.message)
  const right = answerOfKey(key)
  if (isSameAnswer(answerOfKey(wrong), right)) throw invalidField('answer', correctionTexts.same)
  return right
}

/** Counts what a correction would change; nothing is written. */
export async function previewCorrection(school: TeamSchool, asked: Asked) {
  const { keys, keyOf, running } = await school.tx(async (db) => {
    const plan = await planCorrection(db, school, asked)
    const corrected = plan.all.filter(({ version }) => plan.versions.includes(version))
    const keyOf = new Map(corrected.map((each) => [each.version, withCorrection(each, plan.right)]))
    const keys = { questionId: asked.id, versions: plan.versions }
    return { keys, keyOf, running: (await countAsking(db, keys)).running }
  })
  const changed = await previewRegrade(school, keys, keyOf)
  const marks = changed.filter(({ hasOtherMark }) => hasOtherMark)
  const count = (passing: string) => changed.filter((place) => place.passing === passing).length
  const certificates = marks.length > 0 ? await school.tx((db) => countPrintedMarks(db, marks)) : 0
  return { effect: { marks: marks.length, passed: count('new'), kept: count('kept'), running, certificates } }
}

/**
 * Corrects a key, or annuls the question. The bank's question gets the key too, where its current version has the wrong one; the job marks the attempts
 * again.
 */
export const correctKey = (school: Attended, { last, ...asked }: Asked & { last: string | null }, { now }: Clock) =>
  school.tx(async (db) => {
    await lockQuestion(db, school, asked.id)
    if (((await queries.findLast(db, asked.id))?.id ?? null) !== last) throw new AppError('stale_version')
    const { current, wrong, right, versions } = await planCorrection(db, school, asked)
    const isWrongInBank = right.kind !== 'annulled' && isMarkedBy(current.key, wrong.key)
    const madeVersion = isWrongInBank
      ? await replaceKey(db, school, asked.id, withAnswer(current.key, right), now())
      : null
    const made = {
      questionId: asked.id,
      version: asked.version,
      versions,
      madeVersion,
      by: school.actor.userId,
      on: now(),
    }
    const { id } = await queries.insertCorrection(db, { ...made, wrong: standingOf(wrong), answer: right })
    const isAnnulment = right.kind === 'annulled'
    await startRegrading(db, school, { questionId: asked.id, versions, correctionId: id, isAnnulment }, now())
    await enqueue(db, jobs.spreadCorrections, { questionId: asked.id })
    return { corrections: await readCorrections(db, school, asked.id) }
  })

const isMarkedBy = (key: ExamKey, wrong: ExamKey) =>
  asksTheSame(key, wrong) && isSameAnswer(answerOfKey(key), answerOfKey(wrong))

interface Marked extends RegradeInput {
  questionId: string
}

/** @throws correction_running while attempts of the question are still marked by another change of its key */
async function startRegrading(db: SchoolDb, { actor }: Attended, { questionId, ...marked }: Marked, now: Date) {
  const input: RegradeInput = marked
  const { total } = await countAsking(db, { questionId, versions: marked.versions })
  const run = await startMarking(db, { questionId, input, total, askedBy: actor.userId, askedOn: now })
  if (!run) throw new AppError('correction_running')
}

/**
 * Undoes a correction: its versions go back to the key of the correction before it, or to their own, and the job marks by that. The bank gets its
 * former key back unless an author has changed the question since.
 */
export const undoCorrection = (
  school: Attended,
  { id, correctionId }: { id: string; correctionId: string },
  { now }: Clock,
) =>
  school.tx(async (db) => {
    const current = await lockQuestion(db, school, id)
    const row = await queries.findCorrection(db, correctionId)
    if (!row || row.question_id !== id) throw notFound()
    if (row.utc_undone_on) return { corrections: await readCorrections(db, school, id) }
    if (now() >= undoEnd(row.utc_corrected_on)) throw new AppError('correction_late')
    await queries.markUndone(db, row.id, school.actor.userId, now())
    if (row.made_version === current.version)
      await replaceKey(db, school, id, withAnswer(current.key, KeyAnswer.parse(row.wrong)), now())
    const isAnnulment = Correction.parse(row.answer).kind === 'annulled'
    const marked = { questionId: id, versions: row.versions, correctionId: null, isAnnulment }
    await startRegrading(db, school, marked, now())
    await enqueue(db, jobs.spreadCorrections, { questionId: id })
    return { corrections: await readCorrections(db, school, id) }
  })

/** Starts the marking again if its job used up its tries; one that has ended stays as it is. */
export const resumeRegrading = (school: Attended, { id }: { id: string }, { now }: Clock) =>
  school.tx(async (db) => {
    await lockQuestion(db, school, id)
    const run = await findLatestRun(db, laneOf(id))
    if (!run) throw notFound()
    if (hasStopped(run)) await startRegrading(db, school, { questionId: id, ...(run.input as RegradeInput) }, now())
    return { corrections: await readCorrections(db, school, id) }
  })
