import { thisSchool } from '@escola/db'
import { sql } from 'kysely'
import type { NamedFile } from '../../files/owners.ts'

/** The covers that courses show, and those of their drafts. */
export const namedCovers = () => sql<NamedFile>`
  select f.school_id, f.id from courses c cross join lateral (values (c.cover_key), (c.draft->>'cover_key')) as cover (key)
  join files f on f.school_id = c.school_id and f.storage_key = c.school_id || '/images/' || cover.key
  where c.school_id = ${thisSchool}`
