import type { School } from '../../../core/scope.ts'
import type { Tools } from '../../../core/tools.ts'
import { makeSignedFileUrl } from '../../../files/signed-links.ts'
import { listPdfsOf } from './pdfs.queries.ts'

interface Holder {
  userId: string
  sessionId: string
}

/** Lists a student's certificates that can be downloaded, with a link each; one that sums several courses stands once for each of them. */
export async function listPdfs(
  school: Pick<School, 'id' | 'read'>,
  { userId, sessionId }: Holder,
  tools: Pick<Tools, 'config' | 'now'>,
): Promise<{ id: string; degree_id: string; pdf: string }[]> {
  const opened = { id: school.id, actor: { sessionId } }
  return (await listPdfsOf(school.read, userId)).map(({ id, file_id, course_id }) => ({
    id,
    degree_id: course_id,
    pdf: makeSignedFileUrl(tools, opened, { fileId: file_id, way: 'certificate', id }),
  }))
}
