import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { NamedFile } from '../../files/owners.ts'

/** The pictures of all versions, because an attempt or an exam may show an earlier one. */
export const namedPictures = () => sql<NamedFile>`
  select f.school_id, f.id from exam_question_versions v cross join lateral unnest(v.pictures) as picture (key)
  join files f on f.school_id = v.school_id and f.storage_key = v.school_id || '/images/' || picture.key
  where v.school_id = ${thisSchool}`
