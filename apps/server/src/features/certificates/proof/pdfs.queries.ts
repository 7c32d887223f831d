import type { Statement } from '@escola/db'
import type { School } from '../../../core/scope.ts'

export interface PdfRow {
  id: string
  course_id: string
  file_id: string
}

const pdfsStatement: Statement = {
  name: 'certificate_pdfs',
  text: `select t.id, k.course_id, f.id as file_id
  from certificates t
  join certificate_records r on r.school_id = $1 and r.id = t.record_id and r.utc_revoked_on is null
  join files f on f.school_id = $1 and f.storage_key = t.storage_key
  join certificate_courses k on k.school_id = $1 and k.certificate_id = t.id
  where t.school_id = $1 and t.user_id = $2 and t.utc_replaced_on is null and t.status = 'ready'
  order by t.id, k.course_id`,
}

export const listPdfsOf = (read: School['read'], userId: string): Promise<PdfRow[]> => read(pdfsStatement, [userId])
