import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { NamedFile } from '../../files/owners.ts'

/** The videos that lessons show, and those of their drafts. */
export const namedLessonVideos = () => sql<NamedFile>`
  select l.school_id, substring(shown.address from '^upload:(\\d+)$')::bigint as id
  from lessons l cross join lateral (values (l.main_media_url), (l.draft->>'main_media_url')) as shown (address)
  where l.school_id = ${thisSchool} and shown.address like 'upload:%'`

/** The files that lessons list, and those of their drafts. */
export const namedLessonFiles = () => sql<NamedFile>`
  select l.school_id, (file->>'id')::bigint as id
  from lessons l cross join lateral (values (l.files), (l.draft->'files')) as listed (files)
  cross join lateral jsonb_array_elements(listed.files) as file
  where l.school_id = ${thisSchool}`
