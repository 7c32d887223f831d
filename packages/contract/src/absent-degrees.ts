import { z } from 'zod'
import { sumCoursesMin } from './certificate-choice.ts'
import { Id } from './wire.ts'

/** closed: an edition that has ended, or that its school has taken back for a while; gone: deleted. */
export const absences = ['unpublished', 'closed', 'gone'] as const

/** Course that a model was saved for and that students can't open now. */
export const AbsentDegree = z.object({
  id: Id,
  title: z.string(),
  why: z.enum(absences),
})
export type AbsentDegree = z.infer<typeof AbsentDegree>

/** Courses that a model of certificates was saved for. */
interface SavedCourses {
  kind: 'course' | 'sum'
  all_degrees: boolean
  utc_saved_on: string | null
  degrees: string[]
  absent_degrees: AbsentDegree[]
}

/** Whether a saved sum issues nothing, because students can't open one of the courses that it was saved for, or it names too few. */
export const isStopped = ({
  kind,
  utc_saved_on,
  degrees,
  absent_degrees,
}: Omit<SavedCourses, 'all_degrees'>): boolean =>
  kind === 'sum' && utc_saved_on !== null && (absent_degrees.length > 0 || degrees.length < sumCoursesMin)

/** Explains what a model misses of the courses that it was saved for, and what to do; undefined where it misses none. */
export function describeAbsent(template: SavedCourses): string | undefined {
  const { kind, all_degrees, degrees, absent_degrees } = template
  const named = absent_degrees.map(({ title, why }) => `“${title}” ${absenceWords[why]}`)
  const list = listOf(named)
  if (kind === 'course')
    return named.length > 0
      ? `Este modelo também foi salvo para ${list}. Ao salvar de novo, ele fica sem ${named.length === 1 ? 'esse curso' : 'esses cursos'}.`
      : undefined
  if (named.length === 0)
    return isStopped(template) ? 'Este modelo não emite nada: salve-o de novo, com ao menos dois cursos.' : undefined
  const leaving = absent_degrees.filter(({ id }) => all_degrees || !degrees.includes(id))
  const waits = absent_degrees.every(({ why }) => why !== 'gone')
  return [
    `Este modelo não emite nada enquanto faltar um curso que ele soma: ${list}. O certificado não sai com menos cursos sem você.`,
    waits ? 'Ele volta a emitir sozinho quando o curso voltar, ou quando você salvar o modelo sem ele.' : '',
    leaving.length > 0 ? `Ao salvar, o modelo fica sem ${listOf(leaving.map(({ title }) => `“${title}”`))}.` : '',
  ]
    .filter(Boolean)
    .join(' ')
}

const listOf = (texts: string[]) => new Intl.ListFormat('pt-BR').format(texts)

const absenceWords = { unpublished: '(não publicado)', closed: '(encerrado)', gone: '(apagado)' } as const
