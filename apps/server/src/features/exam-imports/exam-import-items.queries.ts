import type { ImportProblem } from '@escola/contract/exam-import-items'
import type { ExamImportVerdict, examImports } from '@escola/contract/exam-imports.contract'
import type { RouteOutput } from '@escola/contract/route'
import { storable } from '@escola/contract/text'
import { type SchoolDb, thisSchool } from '@escola/db'
import { sql } from 'kysely'
import { type PageRange, readingOrder } from '../../core/paging.ts'

export interface ItemRow {
  number: number
  line: number
  title: string
  verdict: ExamImportVerdict
  problems: ImportProblem[]
  notes: string[]
}

/** Problems quote their file, which may hold what the database refuses. */
const toJson = (problems: ImportProblem[]) =>
  JSON.stringify(problems.map(({ field, reason }) => ({ field: storable(field), reason: storable(reason) })))

export const insertItems = (db: SchoolDb, importId: string, items: ItemRow[]) =>
  db
    .insertInto('exam_import_items')
    .values(
      items.map((item) => ({
        ...item,
        import_id: importId,
        title: storable(item.title),
        problems: toJson(item.problems),
        notes: item.notes.map(storable),
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const refuseItem = (db: SchoolDb, importId: string, number: number, problems: ImportProblem[]) =>
  db
    .updateTable('exam_import_items')
    .set({ verdict: 'refused', problems: toJson(problems), notes: [] })
    .where('import_id', '=', importId)
    .where('number', '=', number)
    .execute()

type Shown = RouteOutput<typeof examImports.items>['query']['show']

const shownItems = (db: SchoolDb, importId: string, show: Shown) =>
  db
    .selectFrom('exam_import_items')
    .where('import_id', '=', importId)
    .$if(show === 'fresh' || show === 'known', (query) => query.where('verdict', '=', show))
    .$if(show === 'left_out', (query) => query.where('verdict', 'in', ['refused', 'broken']))
    .$if(show === 'noted', (query) => query.where('notes', '!=', sql<string[]>`'{}'`))

export async function countItems(db: SchoolDb, importId: string, show: Shown): Promise<number> {
  const { total } = await shownItems(db, importId, show)
    .select(({ fn }) => fn.countAll<string>().as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

const itemColumns = ['number', 'line', 'title', 'verdict', 'problems', 'notes'] as const
export async function listItems(db: SchoolDb, importId: string, show: Shown, range: PageRange) {
  const rows = await shownItems(db, importId, show)
    .select(itemColumns)
    .orderBy('number', readingOrder('asc', range))
    .limit(range.limit)
    .offset(range.offset)
    .execute()
  return range.fromEnd ? rows.reverse() : rows
}

export const listNextItems = (
  db: SchoolDb,
  importId: string,
  { after, limit }: { after: number; limit: number },
): Promise<Awaited<ReturnType<typeof listItems>>> =>
  db
    .selectFrom('exam_import_items')
    .select(itemColumns)
    .where('import_id', '=', importId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Numbers of the items between two that are to be added. */
export async function listTaken(
  db: SchoolDb,
  importId: string,
  { after, until, takesKnown }: { after: number; until: number; takesKnown: boolean },
): Promise<Set<number>> {
  const rows = await db
    .selectFrom('exam_import_items')
    .select('number')
    .where('import_id', '=', importId)
    .where('number', '>', after)
    .where('number', '<=', until)
    .where('verdict', 'in', takesKnown ? ['fresh', 'known'] : ['fresh'])
    .execute()
  return new Set(rows.map(({ number }) => number))
}

export const insertImported = (db: SchoolDb, importId: string, made: { number: number; question_id: string }[]) =>
  db
    .insertInto('exam_imported_questions')
    .values(made.map((each) => ({ ...each, import_id: importId })))
    .execute()

export interface Comparable {
  number: number
  kind: string
  /** Lines of the statement and the options, each after a space, as exam_questions.folded begins. */
  words: string
}

/** Finds the items whose statement and options a question of the bank has, whatever its letters' case and accents. */
export async function findKnown(db: SchoolDb, items: Comparable[]): Promise<Set<number>> {
  const { rows } = await sql<{ number: number }>`
    with item as materialized (
      select i.number, i.kind, app.fold(i.words) as folded
      from unnest(${items.map(({ number }) => number)}::int[], ${items.map(({ kind }) => kind)}::text[],
        ${items.map(({ words }) => words)}::text[]) as i (number, kind, words))
    select distinct item.number
    from item join exam_questions q on q.kind = item.kind and split_part(q.folded, chr(10), 1) = split_part(item.folded, chr(10), 1)
    where q.school_id = ${thisSchool} and q.franchisor_id is null and starts_with(q.folded || chr(10), item.folded || chr(10))`.execute(
    db,
  )
  return new Set(rows.map(({ number }) => number))
}
