import type { SchoolDb } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import { endRunOfLane, findLatestRun } from '../../jobs/runs/runs.queries.ts'
import { countAsking, listAskingExams } from '../exam-attempts/regrading.service.ts'
import { readVersions } from '../exams/exam-contents.service.ts'
import { forgetNews, recordNews } from '../notices/notices.service.ts'
import { hasStopped, laneOf, type RegradeInput, startMarking } from './regrade-run.service.ts'

/** Question whose corrections have come from the franchisor. */
export interface ReceivedQuestion {
  questionId: string
  /** Versions that are marked otherwise now; empty where nothing is new. */
  versions: number[]
  /** The newest correction that is new here and stands. */
  correctionId: string | null
}

/**
 * Has the attempts of an affiliate marked again by corrections that its franchisor has made or undone, and tells its administrators where attempts are
 * concerned. The caller holds the question, and has written its corrections in this transaction. A marking that stopped before its end goes on.
 */
export async function followReceived(db: SchoolDb, received: ReceivedQuestion, { now }: Clock): Promise<void> {
  const { questionId } = received
  const run = await findLatestRun(db, laneOf(questionId))
  const left = run && (run.endedOn === null || hasStopped(run)) ? (run.input as RegradeInput) : undefined
  if (received.versions.length === 0 && !(run && hasStopped(run))) return
  const wanted = new Set([...received.versions, ...(left?.versions ?? [])])
  // The franchisor's bank may have versions that never came here.
  const here = (await readVersions(db, questionId)).map(({ version }) => version)
  const versions = here.filter((version) => wanted.has(version))
  const { total } = await countAsking(db, { questionId, versions })
  if (total === 0) return
  // A marking that is under way ends here, and the new one does its work, too.
  await endRunOfLane(db, laneOf(questionId), now())
  const input: RegradeInput = { versions, correctionId: received.correctionId ?? left?.correctionId ?? null }
  await startMarking(db, { questionId, input, total, askedBy: null, askedOn: now() })
  if (received.versions.length === 0) return
  const examIds = await listAskingExams(db, { questionId, versions: received.versions })
  await forgetNews(db, ['exam_key_corrected'], examIds)
  await recordNews(db, 'exam_key_corrected', examIds, { now })
}
