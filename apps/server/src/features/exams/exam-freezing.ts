import { isDeepStrictEqual } from 'node:util'
import type { ExamPlan, PlannedPart, PublishedPart } from '@escola/contract/exam-plan'
import type { ExamChanges } from '@escola/contract/exam-plan-texts'
import type { MetQuestions } from '@escola/contract/exam-problems'
import { versionsOf } from '@escola/contract/exam-publication'
import type { SchoolDb } from '@escola/db'
import { holdNamed, holdPool, listNamed, listPool, type NamedQuestion } from './exam-pools.queries.ts'

interface Version {
  question: string
  version: number
  /** Kind of the current version. */
  kind: string
}

/** Questions of the bank that a plan names or finds. */
export interface Found extends MetQuestions {
  named: NamedQuestion[]
  /** Questions that each draw finds, by the id of its part. */
  pools: Map<string, Version[]>
  /** One version of each question, whatever was written while they were read. */
  versions: Map<string, number>
}

/** Reads what a plan names and finds; equal draws are asked once. */
export const findQuestions = (db: SchoolDb, plan: ExamPlan) => collect(db, plan, { named: listNamed, pool: listPool })

/** Reads the same, and keeps it from being deleted. */
export const holdQuestions = (db: SchoolDb, plan: ExamPlan) => collect(db, plan, { named: holdNamed, pool: holdPool })

async function collect(
  db: SchoolDb,
  { parts }: ExamPlan,
  read: { named: typeof listNamed; pool: typeof listPool },
): Promise<Found> {
  const ids = parts.flatMap((part) => (part.kind === 'fixed' ? [part.question] : []))
  const named = ids.length > 0 ? await read.named(db, ids) : []
  const byFilter = new Map<string, Version[]>()
  const pools = new Map<string, Version[]>()
  for (const part of parts) {
    if (part.kind !== 'draw') continue
    const key = JSON.stringify(part.filter)
    const pool = byFilter.get(key) ?? (await read.pool(db, part.filter))
    byFilter.set(key, pool)
    pools.set(part.id, pool)
  }
  const versions = new Map([
    ...[...pools.values()].flat().map(({ question, version }) => [question, version] as const),
    ...named.map(({ id, version }) => [id, version] as const),
  ])
  const has = new Set(named.map(({ id }) => id))
  return {
    named,
    pools,
    versions,
    has: (question) => has.has(question),
    poolOf: (part) => (pools.get(part) ?? []).map(({ question }) => question),
  }
}

/** Parts of a publication: the versions of now. Fixed questions that are gone have been refused before. */
export const freezeParts = (parts: PlannedPart[], { versions, poolOf }: Found): PublishedPart[] =>
  parts.map((part) => {
    const versionOf = (question: string) => ({ question, version: versions.get(question)! })
    return part.kind === 'fixed'
      ? { kind: 'fixed', ...versionOf(part.question), points: part.points }
      : { kind: 'draw', pool: poolOf(part.id).map(versionOf), count: part.count, points: part.points }
  })

const drawnIn = (parts: PublishedPart[]) =>
  new Set(parts.flatMap((part) => (part.kind === 'draw' ? part.pool.map(({ question }) => question) : [])))

/** Compares what would be published now with the publication. */
export function compareWith(
  published: { plan: ExamPlan; parts: PublishedPart[] },
  plan: ExamPlan,
  { versions, pools }: Pick<Found, 'versions' | 'pools'>,
): ExamChanges {
  const before = versionsOf(published.parts)
  const drawnBefore = drawnIn(published.parts)
  const drawnNow = new Set([...pools.values()].flat().map(({ question }) => question))
  return {
    plan: !isDeepStrictEqual(published.plan, plan),
    changed: [...versions].filter(([question, version]) => before.has(question) && before.get(question) !== version)
      .length,
    added: [...drawnNow].filter((question) => !drawnBefore.has(question)).length,
    removed: [...drawnBefore].filter((question) => !drawnNow.has(question)).length,
  }
}
