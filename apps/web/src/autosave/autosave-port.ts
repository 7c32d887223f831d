/** Port through which the saver learns about the thing that it saves. */
export interface AutosavePort<Edits extends object, Saved> {
  delayMs: number
  /** @param base the state of the server that the edits were made on */
  save(edits: Edits, base: Saved): Promise<Saved>
  versionOf(saved: Saved): unknown
  /** The state to go on from, once another one was loaded: all of it, a part, or what we have. */
  follow(base: Saved, loaded: Saved, ours: { unsaved: Edits | undefined; edits: Edits }): Saved
  /** The newer state already says all that was sent: the answer to an earlier try was lost. */
  alreadyIn(edits: Edits, saved: Saved): boolean
  /** The newer state, when the error says that the save started from an older one. */
  staleOf?(error: unknown): Saved | undefined
  /** Says whether another user has changed the thing since the edits were kept, if the server keeps no version of it. */
  changedSince?(base: Saved, loaded: Saved): boolean
  onSaved?(saved: Saved, before: Saved): void
  /** Parts the edits: those that aren't valid yet stay on this device and aren't sent. */
  split?(edits: Edits, base: Saved): { send?: Edits; hold?: Edits }
  /** Rewrites edits once an answer is there: ids that the server gave. */
  remap?(edits: Edits, sent: Edits, saved: Saved): Edits
  /** The edits, changed so that they can go on top of a newer state. */
  rebase?(edits: Edits, base: Saved, newer: Saved): Edits
  /** Edits go on top of a newer state without a question. */
  mergesAlone?: boolean
  /** Survives a reload, a crash, and days without a connection. */
  keep?: UnsavedStore<Kept<Edits, Saved>>
}

export interface Kept<Edits, Saved> {
  edits: Edits
  base: Saved
}

export interface UnsavedStore<T> {
  key: string
  read(): T | undefined
  /** Reads the edits of the next earlier visit, once those of the first one are gone. */
  next(): T | undefined
  /**
   * @param ownOnly leaves alone what another saver has written since
   * @returns whether it is kept now
   */
  write(unsaved: T | undefined, ownOnly: boolean): boolean
}
