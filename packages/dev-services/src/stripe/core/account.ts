import { refuse } from './errors.ts'
import { newId } from './ids.ts'
import { KeptRows } from './kept-rows.ts'
import { type Event, type Line, type TableName, type Tables, tables } from './objects.ts'
import { type Settings, usualSettings } from './settings.ts'

/** The version whose shapes the stand-in speaks; a test holds it to that of the installed package. */
export const apiVersion = '2026-10-28.endive'

/** Something that happens by itself once the account's clock is there. */
export interface Task {
  at: number
  kind: string
  id: string
}

/** An answer that was given under an idempotency key. */
export interface KeptAnswer {
  request: string
  status: number
  body: string
  requestId: string
  at: number
}

/** Facts of an object that Stripe knows and doesn't show. */
export interface Hidden {
  /** Number of the test card. */
  card?: string
  /** It was set up for payments without the cardholder. */
  setUp?: boolean
  /** The customer was deleted. */
  deleted?: boolean
  /** It was paid with, or detached, while it had no customer, and can't be used again. */
  spent?: boolean
  /** Lines that the next invoice of a subscription takes up. */
  lines?: Line[]
  /** The invoice that an intent pays. */
  invoice?: string
  /** The payment of an invoice. */
  payment?: string
  /** How payments that the customer isn't present for end, whatever card they have. */
  renewals?: 'fail' | 'succeed'
}

export interface AccountState {
  name: string
  /** Seconds by which its clock is ahead. */
  offset: number
  tables: { [Name in TableName]?: Tables[Name][] }
  hidden: [string, Hidden][]
  tasks: Task[]
  answers: [string, KeptAnswer][]
  webhook?: WebhookTarget
  retries: Retries
  /** Country of the business, in two letters. */
  country: string
  settings: Settings
}

type Own = Pick<AccountState, 'offset' | 'tasks' | 'webhook' | 'retries' | 'country' | 'settings'>
/** One thing of an account as it is now: a row of a table, undefined where it is gone, what is hidden of one, an answer, or what the account is itself. */
export type Change =
  | [TableName, string, unknown]
  | ['hidden', string, Hidden]
  | ['answers', string, KeptAnswer]
  | ['own', '', Own]

/** When a renewal that failed is tried again, in days after the one before, and what happens to the subscription after the last. */
export interface Retries {
  days: number[]
  end: 'cancel' | 'past_due' | 'unpaid'
}

export interface WebhookTarget {
  url: string
  secret: string
  /** Version that events say they were made with; it need not be the one of the calls. */
  apiVersion?: string
}

interface RequestNote {
  id: string
  idempotencyKey: string | null
}

/** Enough for all that a test moves the clock over, in about 30 MB. */
const keptEvents = 10_000
const day = 86_400

/** All that belongs to one pair of keys, `sk_test_NAME` and `pk_test_NAME`. */
export class Account {
  readonly name: string
  readonly baseUrl: string
  private readonly answers: KeptRows<KeptAnswer>
  webhook: WebhookTarget | undefined
  retries: Retries
  country: string
  settings: Settings
  /** The call that is being answered; none while the clock does its work. */
  request: RequestNote | null = null
  /** Receives each event; onChange is called after each change. */
  onEvent: (event: Event) => void = () => undefined
  onChange: () => void = () => undefined
  private offset: number
  private stoppedAt: number | undefined
  private readonly hidden: KeptRows<Hidden>
  private readonly rows = new Map<TableName, KeptRows<unknown>>()
  private tasks: Task[]
  /** Text of `own` when the changes were last taken. */
  private written = ''

  constructor(baseUrl: string, state: Partial<AccountState> & { name: string }) {
    this.baseUrl = baseUrl
    this.name = state.name
    this.offset = state.offset ?? 0
    this.hidden = new KeptRows(state.hidden)
    this.tasks = state.tasks ?? []
    this.answers = new KeptRows(state.answers)
    this.webhook = state.webhook
    this.retries = state.retries ?? { days: [3, 5, 7], end: 'cancel' }
    this.country = state.country ?? 'BR'
    this.settings = { ...usualSettings, ...state.settings }
    for (const name of Object.keys(tables) as TableName[]) {
      this.rows.set(name, new KeptRows<unknown>(state.tables?.[name]?.map((row) => [row.id, row])))
    }
  }

  /** Finds the answer that was given under an idempotency key within a day; Stripe forgets older ones. */
  findAnswer(key: string): KeptAnswer | undefined {
    const given = this.answers.get(key)
    return given && given.at > this.now() - day ? given : undefined
  }

  /** Keeps an answer under its idempotency key, and forgets answers that are too old. */
  keepAnswer(key: string, answer: KeptAnswer): void {
    this.answers.delete(key)
    this.answers.set(key, answer)
    for (const [old, { at }] of this.answers) {
      if (at > this.now() - day) return
      this.answers.delete(old)
    }
  }

  toState(): AccountState {
    return {
      name: this.name,
      ...this.own(),
      tables: Object.fromEntries([...this.rows].map(([name, rows]) => [name, [...rows.read()]])),
      hidden: [...this.hidden],
      answers: [...this.answers].filter(([key]) => this.findAnswer(key)),
    }
  }

  private own(): Own {
    const { offset, tasks, webhook, retries, country, settings } = this
    return { offset, tasks, ...(webhook && { webhook }), retries, country, settings }
  }

  /** Takes what is not as it was when it was last taken. */
  takeChanges(): Change[] {
    const own = JSON.stringify(this.own())
    const isSame = own === this.written
    this.written = own
    return [
      ...[...this.rows].flatMap(([name, rows]) => rows.takeChanged().map(([id, row]): Change => [name, id, row])),
      ...this.hidden.takeChanged().map(([id, row]): Change => ['hidden', id, row ?? {}]),
      ...this.answers.takeChanged().flatMap(([key, row]): Change[] => (row ? [['answers', key, row]] : [])),
      ...(isSame ? [] : [['own', '', this.own()] satisfies Change]),
    ]
  }

  /** Makes a change that was taken of the same account before. */
  apply([kind, id, value]: Change): void {
    if (kind === 'own') Object.assign(this, value)
    else {
      const rows = (kind === 'hidden' ? this.hidden : kind === 'answers' ? this.answers : this.rows.get(kind)) as
        | Map<string, unknown>
        | undefined
      // Rows of a table that an earlier release had are left out.
      if (value === undefined || value === null) rows?.delete(id)
      else rows?.set(id, value)
    }
  }

  /** Seconds since 1970, as Stripe counts. */
  now(): number {
    return this.stoppedAt ?? Math.floor(Date.now() / 1000) + this.offset
  }

  table<Name extends TableName>(name: Name): KeptRows<Tables[Name]> {
    return this.rows.get(name) as KeptRows<Tables[Name]>
  }

  add<Name extends TableName>(name: Name, row: Tables[Name]): Tables[Name] {
    this.table(name).set(row.id, row)
    return row
  }

  /** Finds what a parameter names, or without one what the address names. */
  find<Name extends TableName>(name: Name, id: string, param?: string): Tables[Name] {
    const row = this.table(name).get(id)
    if (row) return row
    const message = `No such ${tables[name].noun}: '${id}'`
    throw refuse(message, { code: 'resource_missing', param: param ?? 'id' }, param ? 400 : 404)
  }

  hiddenOf(id: string): Hidden {
    const known = this.hidden.get(id) ?? {}
    this.hidden.set(id, known)
    return known
  }

  /** Reads what is hidden of an object, for a caller who changes nothing of it. */
  readHidden(id: string): Readonly<Hidden> {
    return this.hidden.readOne(id) ?? {}
  }

  /** Lines that wait for a subscription's next invoice. */
  pendingLines(subscription: string): Line[] {
    const hidden = this.hiddenOf(subscription)
    hidden.lines ??= []
    return hidden.lines
  }

  emit(type: string, object: object, previous?: object): void {
    const event: Event = {
      id: newId('evt'),
      object: 'event',
      api_version: this.webhook?.apiVersion ?? apiVersion,
      created: this.now(),
      data: {
        object: structuredClone(object) as Event['data']['object'],
        ...(previous && { previous_attributes: previous }),
      },
      livemode: false,
      pending_webhooks: this.webhook ? 1 : 0,
      request: { id: this.request?.id ?? null, idempotency_key: this.request?.idempotencyKey ?? null },
      type: type as Event['type'],
    }
    const events = this.table('events')
    events.set(event.id, event)
    if (events.size > keptEvents) events.delete(events.keys().next().value as string)
    this.onEvent(event)
  }

  plan(kind: string, id: string, at: number): void {
    this.tasks.push({ kind, id, at })
  }

  forget(kind: string, id: string): void {
    this.tasks = this.tasks.filter((each) => each.kind !== kind || each.id !== id)
  }

  /** Moves the clock forward and does in turn, each at its time, all that becomes due. */
  advance(seconds: number, perform: (task: Task) => void): void {
    const end = this.now() + seconds
    for (let task = this.takeDue(end); task; task = this.takeDue(end)) {
      this.stoppedAt = Math.max(task.at, this.now())
      perform(task)
    }
    this.stoppedAt = undefined
    this.offset += seconds
    this.onChange()
  }

  /** Forgets all that happened in it, time too; its settings stay. */
  beginAnew(): void {
    for (const rows of [...this.rows.values(), this.hidden, this.answers] as Map<string, unknown>[])
      for (const id of [...rows.keys()]) rows.delete(id)
    this.tasks = []
    this.offset = 0
  }

  hasDue(): boolean {
    const now = this.now()
    return this.tasks.some((each) => each.at <= now)
  }

  private takeDue(end: number): Task | undefined {
    const first = this.tasks.reduce<Task | undefined>(
      (least, each) => (least && least.at <= each.at ? least : each),
      undefined,
    )
    if (!first || first.at > end) return undefined
    this.tasks.splice(this.tasks.indexOf(first), 1)
    return first
  }
}
