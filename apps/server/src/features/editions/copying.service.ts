import type { SchoolDb } from '@escola/db'
import { makeFreeLink } from '../../core/free-link.ts'
import type { School } from '../../core/scope.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { enqueue } from '../../jobs/enqueue.ts'
import { forEachAffiliate } from './affiliate-iteration.service.ts'
import * as contents from './contents.queries.ts'
import { findEdition, hasUnfinished, lockEdition, markCopied } from './editions.queries.ts'
import { type OriginalExams, readQuestions, writeAssessments } from './exam-copying.ts'
import type { EditionTools } from './settling.service.ts'
import { deleteSharedFilesExcept, insertSharedFiles, lockVersion, writeEditionFiles } from './shared-files.queries.ts'

type Original = NonNullable<Awaited<ReturnType<typeof contents.readContents>>> &
  OriginalExams & { courseId: string; franchisorId: string }
/** State of an edition towards the version at hand: it was copied, had been copied before, had been damaged, has a newer one, or is not there. */
type Outcome = 'copied' | 'equal' | 'mended' | 'newer' | 'absent'

/**
 * Copies the published values of a course into editions of some affiliates, one transaction each. Files are shared before an edition names them, and
 * taken back once none does.
 * @param verify compares editions that have the version already, mends those that differ, and fails then once, so that the log shows it
 */
export async function copyEdition(
  franchisor: School,
  {
    courseId,
    affiliateIds,
    verify = false,
  }: { courseId: string; affiliateIds: string[]; verify?: boolean | undefined },
  { openSchool, now }: EditionTools,
  signal?: AbortSignal,
): Promise<void> {
  const original = await franchisor.tx(async (db): Promise<Original | undefined> => {
    const found = await contents.readContents(db, courseId)
    if (!found?.is_published) return undefined
    await insertSharedFiles(db, { courseId, affiliateIds, fileIds: found.file_ids })
    return { ...found, questions: await readQuestions(db, found), courseId, franchisorId: franchisor.id }
  })
  if (!original) return
  const outcomes = new Map<string, Outcome>()
  const copyAll = forEachAffiliate(affiliateIds, signal, async (id) => {
    outcomes.set(id, await openSchool(id).tx((db) => copyInto(db, original, { verify, now: now() })))
  })
  const those = (...wanted: Outcome[]) => affiliateIds.filter((id) => wanted.includes(outcomes.get(id)!))
  await copyAll.finally(() =>
    franchisor.tx(async (db) => {
      await takeFilesBack(db, original, those('copied', 'equal', 'mended'), those('absent'))
      // Questions that are new there may have been corrected before.
      if (original.questions.length > 0) await enqueue(db, jobs.copyCorrections, { asked: { courseId }, affiliateIds })
    }),
  )
  const mended = those('mended')
  if (mended.length > 0)
    throw new Error(
      `course ${courseId} of school ${franchisor.id} differed and is mended in schools ${mended.join(', ')}`,
    )
}

/** A newer version may have shared files that no edition names yet: its own job takes back what is over then. */
async function takeFilesBack(
  db: SchoolDb,
  { courseId, version, file_ids }: Original,
  current: string[],
  absent: string[],
): Promise<void> {
  if ((await lockVersion(db, courseId)) !== version) return
  if (current.length > 0) await deleteSharedFilesExcept(db, { courseId, affiliateIds: current, fileIds: file_ids })
  if (absent.length > 0) await deleteSharedFilesExcept(db, { courseId, affiliateIds: absent, fileIds: [] })
}

async function copyInto(
  db: SchoolDb,
  original: Original,
  { verify, now }: { verify: boolean; now: Date },
): Promise<Outcome> {
  const { courseId, franchisorId, version } = original
  if (!(await lockEdition(db, franchisorId, courseId))) return 'absent'
  const edition = await findEdition(db, courseId)
  if (!edition || edition.is_gone) return 'absent'
  const isCopied = edition.utc_copied_on !== null
  if (isCopied && BigInt(edition.version) > BigInt(version)) return 'newer'
  const isCurrent = isCopied && edition.version === version
  if (isCurrent && !verify) return 'equal'
  if (isCurrent && (await contents.findEditionChecksum(db, courseId)) === original.checksum) return 'equal'
  await writeEdition(db, original, { mends: isCurrent, now })
  return isCurrent ? 'mended' : 'copied'
}

async function writeEdition(
  db: SchoolDb,
  original: Original,
  { mends, now }: { mends: boolean; now: Date },
): Promise<void> {
  const { courseId, version, lesson_ids: lessonIds } = original
  const publishedOn = await markCopied(db, courseId, version, now)
  await contents.writeModules(db, courseId, original.modules)
  const links = pickLinks(original, await contents.listLessonLinks(db, courseId))
  await contents.writeLessons(db, courseId, { lessons: original.lessons, links })
  await contents.hideLessonsExcept(db, courseId, lessonIds)
  await writeAssessments(db, original, { mends })
  await writeEditionFiles(db, original, original)
  // The course comes last: its readers cache it until it is written to.
  await contents.writeCourse(db, courseId, original.course, publishedOn)
  if (publishedOn && (await hasUnfinished(db, courseId))) await enqueue(db, jobs.completeCourse, { courseId })
}

/** Links of lessons that are new here. */
function pickLinks({ lesson_ids, lesson_links }: Original, existing: { id: string; link: string }[]) {
  const known = new Set(existing.map(({ id }) => id))
  const taken = new Set(existing.map(({ link }) => link))
  const links: Record<string, string> = {}
  for (const [index, id] of lesson_ids.entries()) {
    if (known.has(id)) continue
    const link = makeFreeLink(lesson_links[index]!, taken, new Set())
    taken.add(link)
    links[id] = link
  }
  return links
}
