import type { Statement } from '@escola/db'
import type { School } from '../../core/scope.ts'

/** A published course, equal for all its students. */
export interface OutlineRow {
  id: string
  link: string
  title: string
  description_title: string
  description: string
  workload_minutes: number
  cover_key: string | null
  has_comments: boolean
  no_dripping: boolean
  dripping_what: 'modules' | 'school_gateways'
  dripping_when: 'day' | 'week' | 'month'
  in_order: boolean
  modules: OutlineModule[]
}
export interface OutlineModule {
  id: string
  title: string
  alwaysAvailable: boolean
  lessons: OutlineLesson[]
}
interface OutlineLesson {
  id: string
  link: string
  title: string
  hasMedia: boolean
  duration: number
  publishedOn: string
  /** Open to students of a class other than the public one alone. */
  isPrivate: boolean
}

type ModuleRow = [id: string, title: string, alwaysAvailable: boolean, lessonOrder: string[]]
type LessonRow = [
  id: string,
  link: string,
  title: string,
  hasMedia: boolean,
  duration: number,
  publishedOn: string,
  isPrivate: boolean,
]

/** Reads the lessons of published_lessons without that view, which takes several times as long: a school's first visitor waits for this statement. */
const outlineStatement: Statement = {
  name: 'outline',
  text: `
    select c.id, c.link, c.title, c.description_title, c.description, c.workload_minutes, c.cover_key, c.has_comments,
      c.no_dripping, c.dripping_what, c.dripping_when, c.in_order, array_to_json(c.module_order::text[]) as module_order,
      (select coalesce(json_agg(json_build_array(m.id::text, m.title, m.always_available, m.lesson_order::text[])), '[]')
        from modules m where m.school_id = $1 and m.course_id = c.id) as modules,
      (select coalesce(json_agg(json_build_array(l.id::text, l.link, l.title, l.main_media_url <> '', l.main_media_duration, l.utc_published_on, l.is_private)), '[]')
        from lessons l where l.school_id = $1 and l.course_id = c.id and l.utc_published_on is not null and l.is_visible) as lessons
    from courses c where c.school_id = $1 and c.id = $2`,
}

/** A published course with its modules that have lessons, and these in their order. */
export async function findOutline({ read }: Pick<School, 'read'>, courseId: string): Promise<OutlineRow | undefined> {
  type Row = Omit<OutlineRow, 'modules'> & { module_order: string[]; modules: ModuleRow[]; lessons: LessonRow[] }
  const [row] = await read<Row>(outlineStatement, [courseId])
  if (!row) return undefined
  const lessonOf = new Map(
    row.lessons.map(([id, link, title, hasMedia, duration, publishedOn, isPrivate]) => [
      id,
      { id, link, title, hasMedia, duration, publishedOn, isPrivate },
    ]),
  )
  const moduleOf = new Map(row.modules.map((module) => [module[0], module]))
  const modules = row.module_order.flatMap((moduleId) => {
    const [id, title, alwaysAvailable, lessonOrder] = moduleOf.get(moduleId) ?? []
    const lessons = (lessonOrder ?? []).flatMap((lessonId) => lessonOf.get(lessonId) ?? [])
    return id && title !== undefined && lessons.length
      ? [{ id, title, alwaysAvailable: alwaysAvailable!, lessons }]
      : []
  })
  const { module_order: _order, lessons: _lessons, ...course } = row
  return { ...course, modules }
}
