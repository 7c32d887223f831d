import { buffer } from 'node:stream/consumers'
import { completionVerb } from '@escola/contract/certificates.contract'
import { LRUCache } from 'lru-cache'
import { notFound } from '../../../core/app-error.ts'
import type { FileStore } from '../../../core/file-store.ts'
import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { openImage } from '../../../files/images.ts'
import { Bytes } from '../../../http/replies.ts'
import { readCode } from '../issuing/code.ts'
import { courseTitleOf, originOf } from '../issuing/facts.ts'
import { findShared } from './proof.queries.ts'

type Shared = NonNullable<Awaited<ReturnType<typeof findShared>>>
interface Picture {
  schoolId: string
  shared: Shared
  files: FileStore
}

/** Pictures are drawn once for the many who ask right after a post; each has some 40 KB. */
const drawn = new LRUCache<string, Buffer, Picture>({
  max: 200,
  fetchMethod: (_key, _stale, { context }) => drawPicture(context),
})

/** Sends the picture that other sites show with the certificate's page: the facts that the page shows of every certificate. */
export async function sendSharePicture(school: School, code: string, { files }: Pick<Tools, 'files'>): Promise<Bytes> {
  const shared = await school.tx((db) => findShared(db, readCode(code)))
  if (!shared) throw notFound()
  const context = { schoolId: school.id, shared, files }
  const png = await drawn.fetch([school.id, shared.code, shared.ui_theme].join(), { context })
  return new Bytes(png!, {
    'content-type': 'image/png',
    'cache-control': 'public, max-age=3600',
    'cross-origin-resource-policy': 'cross-origin',
    'x-content-type-options': 'nosniff',
  })
}

async function drawPicture({ schoolId, shared: { code, facts, ui_theme }, files }: Picture): Promise<Buffer> {
  const logo = facts.logo_key ? await openImage(files, schoolId, facts.logo_key, 480) : undefined
  // Fonts take tens of megabytes, which a server that draws none can do without.
  const [{ drawSharePicture }, { UnprintableText }] = await Promise.all([
    import('../../../pdf/share-picture.ts'),
    import('../../../pdf/printable.ts'),
  ])
  return drawSharePicture({
    studentName: facts.student_name,
    verb: completionVerb(facts.courses.length),
    title: facts.title,
    courseTitle: courseTitleOf(facts),
    origin: originOf(facts),
    schoolName: facts.school_name,
    code,
    theme: ui_theme,
    logo: logo && (await buffer(logo)),
  }).catch((error: unknown) => {
    throw error instanceof UnprintableText ? notFound() : error
  })
}
