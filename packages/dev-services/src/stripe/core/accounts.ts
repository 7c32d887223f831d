import { Account, type AccountState, type Task } from './account.ts'
import { StateLog } from './state-log.ts'
import { Deliveries } from './webhooks.ts'

export interface KeptAccount {
  account: Account
  deliveries: Deliveries
  failures: Failure[]
}

/**
 * How the next call of an operation goes wrong; those that end in `_after` have done their work. kept500 is answered to each call under its idempotency key for
 * a day; error500 comes from what stands before Stripe; error400 is a refusal without a code, error401 that of a key that was revoked, and reused_key that of
 * an idempotency key that another call had.
 */
export type How =
  | 'hang'
  | 'hang_after'
  | 'error500'
  | 'error500_after'
  | 'kept500'
  | 'error400'
  | 'error401'
  | 'reused_key'
  | 'drop'
  | 'drop_after'
  | 'rate_limit'

export interface Failure {
  operation: string
  how: How
}

interface Options {
  baseUrl: string
  /** Keeps all accounts there. */
  file?: string
  /** Looks at each event; what it throws ends the call. */
  check?: (event: object) => void
  perform: (account: Account, task: Task) => void
}

const tick = 250

/** The accounts by name; each begins to be when a key of it is first shown. */
export class Accounts {
  private readonly options: Options
  private readonly byName = new Map<string, KeptAccount>()
  private readonly timer: NodeJS.Timeout
  private readonly log: StateLog | undefined
  private saving: NodeJS.Timeout | undefined
  /** True after a line that the disk did not take whole. */
  private isCutOff = false

  constructor(options: Options) {
    this.options = options
    this.log = options.file === undefined ? undefined : new StateLog(options.file)
    if (this.log) this.load(this.log)
    // Tasks that are due by the real clock happen by themselves.
    this.timer = setInterval(() => {
      for (const { account } of this.byName.values()) if (account.hasDue()) this.advance(account, 0)
    }, tick)
    this.timer.unref()
  }

  get(name: string): KeptAccount {
    return this.byName.get(name) ?? this.keep({ name })
  }

  names(): string[] {
    return [...this.byName.keys()]
  }

  advance(account: Account, seconds: number): void {
    account.advance(seconds, (task) => this.options.perform(account, task))
  }

  stop(): void {
    clearInterval(this.timer)
    for (const { deliveries } of this.byName.values()) deliveries.stop()
    this.save()
  }

  private load(log: StateLog): void {
    const { states, changes } = log.read()
    for (const state of states) this.keep(state)
    for (const [name, ...change] of changes) this.get(name).account.apply(change)
    this.begin(log)
    for (const { deliveries } of this.byName.values()) deliveries.resume()
  }

  private begin(log: StateLog): void {
    log.begin([...this.byName.values()].map(({ account }) => account.toState()))
    for (const { account } of this.byName.values()) account.takeChanges()
  }

  private keep(state: Partial<AccountState> & { name: string }): KeptAccount {
    const account = new Account(this.options.baseUrl, state)
    const deliveries = new Deliveries(account)
    account.onEvent = (event) => {
      this.options.check?.(event)
      deliveries.send(event)
    }
    account.onChange = () => this.saveSoon()
    const kept = { account, deliveries, failures: [] }
    this.byName.set(state.name, kept)
    return kept
  }

  private saveSoon(): void {
    if (!this.log || this.saving) return
    this.saving = setTimeout(() => this.saveOrTryAgain(), 200)
  }

  /** A full disk is no reason to end the process, which the whole platform may hang on. A line may have been cut off, so the file is begun again. */
  private saveOrTryAgain(): void {
    try {
      this.save()
    } catch {
      this.isCutOff = true
      this.saving = setTimeout(() => this.saveOrTryAgain(), 5000)
      this.saving.unref()
    }
  }

  private save(): void {
    clearTimeout(this.saving)
    this.saving = undefined
    if (!this.log) return
    if (this.isCutOff) this.begin(this.log)
    else for (const { account } of this.byName.values()) this.log.append(account.name, account.takeChanges())
    this.isCutOff = false
  }
}
