import { limits } from '@escola/contract/limits'
import type { ThreadPage } from '@escola/contract/threads.contract'
import { pageRangeOf } from '../../core/paging.ts'
import type { School } from '../../core/scope.ts'
import { imageUrl } from '../../files/image-url.ts'
import * as queries from './threads.queries.ts'

const rowsPerPage = limits.threadsPerPage
export const noThreads: ThreadPage = { total: 0, page: 1, rowsPerPage, threads: [] }

/** A page of a list; where the list has become shorter than that, its last one. */
export const openPage = (school: School, requestedPage: number, choice: queries.ThreadChoice): Promise<ThreadPage> =>
  school.tx(async (db) => {
    const total = await queries.countThreads(db, choice)
    const page = Math.min(requestedPage, Math.max(1, Math.ceil(total / rowsPerPage)))
    const ids = await queries.listThreadIds(db, choice, pageRangeOf({ page, rowsPerPage, total }))
    const rows = new Map((await queries.readThreads(db, ids)).map((row) => [row.id, toWire(school.id, row)]))
    return { total, page, rowsPerPage, threads: ids.flatMap((id) => rows.get(id) ?? []) }
  })

const toWire = (schoolId: string, row: queries.ThreadRow) => ({
  ...writtenBy(schoolId, row),
  id: row.id,
  message: row.message,
  is_answered: row.utc_answered_on !== null,
  content_link: row.content_link,
  content_title: row.content_title,
  degree_link: row.degree_link,
  degree_title: row.degree_title,
  utc_created_on: row.utc_created_on.toISOString(),
  subthreads: row.replies.map((reply) => ({
    ...writtenBy(schoolId, reply),
    id: reply.id,
    message: reply.message,
    is_admin: reply.is_admin,
    utc_created_on: new Date(reply.utc_created_on).toISOString(),
  })),
})

const writtenBy = (
  schoolId: string,
  row: { user_id: string; user_name: string | null; profile_image_key: string | null },
) => ({
  user_id: row.user_id,
  user_name: row.user_name ?? '',
  profile_img_url: imageUrl(schoolId, row.profile_image_key),
})
