import { Readable } from 'node:stream'
import { allRoutes } from '@escola/contract/api'
import { changeLabel } from '@escola/contract/change-labels'
import { dayMs, minuteMs } from '@escola/contract/durations'
import type { Permission } from '@escola/contract/permissions'
import {
  type SubjectKind,
  type TeamChange,
  type TeamLogFilter,
  teamLogLimits,
  teamLogTexts,
} from '@escola/contract/team-log.contract'
import { compareTitles } from '@escola/contract/text'
import { dayOf, formatDateTime } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import { csvMark, writeCsvRows } from '../../core/csv.ts'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import type { Clock } from '../../core/tools.ts'
import { Bytes } from '../../http/replies.ts'
import type { TeamLog } from '../../http/team-log.ts'
import { workInBatches } from '../../jobs/in-batches.ts'
import { findSubject } from './subjects.ts'
import * as queries from './team-log.queries.ts'
import { hasValues, readValues, type Values } from './values.ts'

const halfHourMs = 30 * minuteMs

const cut = (values: Values): Values =>
  Object.fromEntries(Object.entries(values).map(([field, value]) => [field, value.slice(0, teamLogLimits.valueMax)]))

/** The log that each change of a team is written to before it is tried. */
export const openTeamLog = ({ now }: Clock): TeamLog => {
  const names = new Map(allRoutes.map(({ name, route }) => [route, name]))
  return {
    record: async (school, route, input) => {
      const change = names.get(route) ?? route.path
      const { userId } = school.actor
      const moment = now()
      const halfHour = new Date(Math.floor(moment.getTime() / halfHourMs) * halfHourMs)
      const { id, subject } = await school.tx(async (db) => {
        const subject = await findSubject(db, change, input)
        const id = await queries.insertOrCountChange(db, { userId, change, subject, halfHour, now: moment })
        const before = cut(await readValues(db, change, { ...input, subject }))
        await queries.insertBefore(db, id, before, subject?.userId ?? null)
        return { id, subject }
      })
      return {
        finish: async () => {
          if (subject && !hasValues(change)) return
          await school.tx(async (db) => {
            // A member of the team who was new to the school is a person of it only now.
            const found = subject ?? (await findSubject(db, change, input))
            if (found && !subject) await queries.nameSubject(db, id, found)
            const after = cut(await readValues(db, change, { ...input, subject: found }))
            if (Object.keys(after).length > 0) await queries.saveAfter(db, id, after, found?.userId ?? null)
          })
        },
        takeBack: () => school.tx((db) => queries.countBack(db, id)),
      }
    },
  }
}

/** Names of the changes that take a right. */
const changesOf = (area: Permission): string[] =>
  allRoutes.flatMap(({ name, route }) => {
    const may = 'may' in route ? route.may : undefined
    const asked = may === undefined ? [] : typeof may === 'string' ? [may] : may
    return asked.some((each) => each === area) ? [name] : []
  })

const filterOf = ({ area, user_id }: TeamLogFilter): queries.ChangeFilter => ({
  userId: user_id,
  changes:
    area === '' ? undefined : [...changesOf(area), ...(area === 'threads' ? ['threads.reply', 'threads.remove'] : [])],
})

export const listTeamLog = (school: School, { page, ...query }: { page: number } & TeamLogFilter) =>
  school.tx(async (db) => {
    const filter = filterOf(query)
    const rowsPerPage = teamLogLimits.perPage
    const total = await queries.countChanges(db, filter)
    const rows = await queries.listChanges(db, filter, pageRangeOf({ page, rowsPerPage, total }))
    const people = await queries.listPeople(db)
    return {
      changes: { total, page, rowsPerPage, list: await toWire(db, rows) },
      people: people
        .map(({ user_id, name }) => ({ user_id, name: name ?? teamLogTexts.erasedPerson }))
        .sort((left, right) => compareTitles(left.name, right.name)),
    }
  })

async function toWire(db: SchoolDb, rows: queries.ChangeRow[]): Promise<TeamChange[]> {
  const values =
    rows.length > 0
      ? await queries.listValues(
          db,
          rows.map(({ id }) => id),
        )
      : []
  const valuesOf = Map.groupBy(values, (row) => row.change_id)
  return rows.map((row) => ({
    id: row.id,
    user_id: row.user_id,
    name: row.name ?? teamLogTexts.erasedPerson,
    change: row.change,
    subject: subjectOf(row),
    times: row.times,
    values: (valuesOf.get(row.id) ?? []).map(({ field, before, after }) => ({ field, before, after })),
    utc_began_on: row.utc_began_on.toISOString(),
    utc_made_on: row.utc_made_on.toISOString(),
  }))
}

function subjectOf(row: queries.ChangeRow): TeamChange['subject'] {
  if (row.subject_kind === '') return null
  const kind = row.subject_kind as SubjectKind
  const { erasedPerson, erasedStudent } = teamLogTexts
  const erased = kind === 'member' ? erasedPerson : erasedStudent
  const title = row.subject_user_id === null ? row.subject_title : (row.subject_name ?? erased)
  return { kind, id: row.subject_id, title, link: kind === 'student' ? (row.subject_link ?? '') : '' }
}

const headings = ['Último momento', 'Pessoa', 'O que fez', 'Em quê', 'Vezes', 'Campo', 'Antes', 'Depois']
const linesAtOnce = 500

/** Answers the log as a file, written while it is sent; a change of several values has a row for each. */
export const exportTeamLog = (school: School, query: TeamLogFilter, { now }: Clock): Bytes =>
  new Bytes(Readable.from(writeLog(school, filterOf(query))), {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="equipe-${dayOf(now())}.csv"`,
    'cache-control': 'no-store',
  })

async function* writeLog(school: School, filter: queries.ChangeFilter): AsyncGenerator<string> {
  yield csvMark + writeCsvRows([headings])
  let below = String(Number.MAX_SAFE_INTEGER)
  let isMore = true
  while (isMore) {
    const lines = await school.tx(async (db) =>
      toWire(db, await queries.listChangesBelow(db, filter, { below, limit: linesAtOnce })),
    )
    isMore = lines.length === linesAtOnce
    below = lines.at(-1)?.id ?? below
    if (lines.length > 0) yield writeCsvRows(lines.flatMap(rowsOf))
  }
}

function rowsOf({ utc_made_on, name, change, subject, times, values }: TeamChange): string[][] {
  const line = [formatDateTime(utc_made_on), name, changeLabel(change), subject?.title ?? '', String(times)]
  if (values.length === 0) return [[...line, '', '', '']]
  return values.map(({ field, before, after }) => [...line, field, before, after ?? teamLogTexts.unknownAfter])
}

/** @param atOnce rows that one transaction deletes, so that others never wait long for it */
export async function forgetOldChanges(
  school: School,
  { now }: Clock,
  signal: AbortSignal,
  atOnce = 10_000,
): Promise<void> {
  const before = new Date(now().getTime() - teamLogLimits.days * dayMs)
  await workInBatches(school, signal, async (db) => (await queries.deleteBefore(db, before, atOnce)) === atOnce)
}
