import { hash } from 'node:crypto'

/** Rows by their id that remember which were handed out, because their callers change them in place. */
export class KeptRows<Row> extends Map<string, Row> {
  private readonly touched = new Set<string>()
  private readonly written = new Map<string, string>()

  override get(id: string): Row | undefined {
    this.touched?.add(id)
    return super.get(id)
  }

  override set(id: string, row: Row): this {
    // The constructor of a map sets its first rows before there are any fields.
    this.touched?.add(id)
    return super.set(id, row)
  }

  override delete(id: string): boolean {
    this.touched.add(id)
    return super.delete(id)
  }

  override *values(): MapIterator<Row> {
    for (const [id, row] of super.entries()) {
      this.touched.add(id)
      yield row
    }
  }

  /** Reads rows, or one of them, for a caller who changes none. */
  read(): MapIterator<Row> {
    return super.values()
  }

  readOne(id: string): Readonly<Row> | undefined {
    return super.get(id)
  }

  /** Takes the rows that are not as they were last taken, undefined for one that is gone. */
  takeChanged(): [string, Row | undefined][] {
    const changed: [string, Row | undefined][] = []
    for (const id of this.touched) {
      const row = super.get(id)
      const mark = row === undefined ? undefined : hash('sha1', JSON.stringify(row))
      if (mark === this.written.get(id)) continue
      if (mark === undefined) this.written.delete(id)
      else this.written.set(id, mark)
      changed.push([id, row])
    }
    this.touched.clear()
    return changed
  }
}
