import { learning } from '@escola/contract/learning.contract'
import { keptPosition, watchLimits } from '@escola/contract/watching'
import { onlineManager, type QueryClient } from '@tanstack/react-query'
import { requestOf } from '../../../api/request.ts'
import { readToken } from '../../../api/token.ts'
import { contextQuery } from '../../../session/context.ts'
import { KeptOnDevice, keptKey, onePerUser } from '../../../session/kept-on-device.ts'

interface Report {
  degreeId: string
  position: number
  duration: number
  /** Time by this device's clock. */
  at: number
}
/** Reports by lesson. */
type Reports = Record<string, Report>

const longestRequest = 30_000
/** Answers that say nothing of the report itself. */
const isPassing = (status: number) => [401, 408, 429].includes(status) || status > 500

/**
 * Positions where one user stopped in the videos of one school, until the school has them. They are kept on the device, so that a lost connection or
 * a closed page lose nothing, and a failed report is tried with the next. The newest one of a lesson counts.
 */
class Positions {
  readonly #client: QueryClient
  readonly #schoolId: string
  readonly #userId: string
  readonly #kept: KeptOnDevice<Reports>
  isSending = false
  /** Reports that are being sent. */
  readonly #sent = new Set<Report['at']>()

  constructor(client: QueryClient, schoolId: string, userId: string) {
    this.#client = client
    this.#schoolId = schoolId
    this.#userId = userId
    this.#kept = new KeptOnDevice(keptKey('positions', schoolId, userId))
  }

  /** Finds the position of a lesson that the school doesn't have yet; undefined when there is none. */
  unsent(contentId: string): number | undefined {
    const report = this.#read()[contentId]
    return report && keptPosition(report.position, report.duration)
  }

  /** Keeps a position on the device alone; the next report of any lesson sends it, too. */
  save(contentId: string, report: Omit<Report, 'at'>) {
    this.#write({ ...this.#read(), [contentId]: { ...report, at: Date.now() } })
  }

  report(contentId: string, report: Omit<Report, 'at'>) {
    this.save(contentId, report)
    void this.send()
  }

  /** Sends one report after the other, so that none overtakes another. */
  async send(): Promise<void> {
    if (this.isSending || !onlineManager.isOnline()) return
    this.isSending = true
    let isDone = true
    while (isDone && this.#isHere()) {
      const [contentId] = Object.keys(this.#read())
      if (contentId === undefined) break
      isDone = await this.deliver(contentId)
    }
    this.isSending = false
  }

  /** Delivers one report at once, because the page may be gone before the others are sent. @returns whether it is settled */
  async deliver(contentId: string): Promise<boolean> {
    const report = this.#read()[contentId]
    if (!report || !this.#isHere()) return true
    if (this.#sent.has(report.at)) return false
    this.#sent.add(report.at)
    const isSettled = await this.#settle(contentId, report)
    this.#sent.delete(report.at)
    return isSettled
  }

  async #settle(contentId: string, { degreeId, position, duration, at }: Report): Promise<boolean> {
    const secondsAgo = Math.max(0, Math.round((Date.now() - at) / 1000))
    if (secondsAgo <= watchLimits.oldest) {
      const { address, init } = requestOf(learning.savePosition, {
        params: { schoolId: this.#schoolId },
        body: { contentId, degreeId, position, ...(duration > 0 ? { duration } : {}), secondsAgo },
      })
      const signal = AbortSignal.timeout(longestRequest)
      const answer = await fetch(address, { ...init, keepalive: true, signal }).catch(() => undefined)
      // An unread answer keeps its connection until it is collected.
      await answer?.text().catch(() => '')
      if (!answer || isPassing(answer.status)) return false
    }
    const { [contentId]: newest, ...others } = this.#read()
    if (newest?.at === at) this.#write(others)
    return true
  }

  /** A signed-out user sends nothing, and the user who signs in next sends their own alone. */
  #isHere = () => readToken() !== null && this.#client.getQueryData(contextQuery.queryKey)?.user?.id === this.#userId

  #read = (): Reports => this.#kept.read() ?? {}
  #write = (reports: Reports) => this.#kept.write(Object.keys(reports).length > 0 ? reports : undefined)
}

export const positionsOf = onePerUser((client, schoolId, userId) => new Positions(client, schoolId, userId))
