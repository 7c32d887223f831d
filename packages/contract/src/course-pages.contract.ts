import { z } from 'zod'
import { cleanText } from './people.ts'
import { defineRoute } from './route.ts'
import { Link, SchoolParams } from './wire.ts'

export const coursePageLimits = { teacherMax: 80 }

/** Address of a course's public page, as if its school began at /. */
export const coursePagePath = (link: string) => `/conheca/${encodeURIComponent(link)}`

const Teacher = z
  .string()
  .max(1000)
  .transform(cleanText)
  .refine((value) => value.length <= coursePageLimits.teacherMax, 'Use no máximo 80 caracteres')

/** Course as people without an account see it: published values, and no id or address of what is in it. */
export const CoursePage = z.object({
  link: z.string(),
  title: z.string(),
  /** Promise of the course, in a line. */
  description_title: z.string(),
  /** Rich text without its links. */
  description: z.string(),
  img_wide_url: z.string(),
  landing_page_url: z.string(),
  workload_hours_pretty: z.string(),
  /** Name of who teaches; '' says nothing. */
  teacher: z.string(),
  /** False for its administrators alone, who see the page before it is open. */
  is_open: z.boolean(),
  modules: z.array(
    z.object({
      title: z.string(),
      content: z.array(z.object({ title: z.string(), main_media_duration: z.number().int() })),
    }),
  ),
})
export type CoursePage = z.infer<typeof CoursePage>

/** Reason why a page is shown to no visitor even while it is open. */
const Obstacle = z.enum(['school', 'unpublished', 'private', 'hidden'])
export type Obstacle = z.infer<typeof Obstacle>

export const CoursePageSettings = z.object({
  is_open: z.boolean(),
  teacher: z.string(),
  obstacle: Obstacle.nullable(),
})
export type CoursePageSettings = z.infer<typeof CoursePageSettings>

export const coursePageTexts = {
  title: 'Página pública',
  describe: 'Mostra o curso a quem ainda não tem conta, no Google e onde o link for colado',
  teacher: 'Quem ensina',
  preview: 'Ver como fica',
  opened: 'Página pública aberta.',
  closed: 'Página pública fechada.',
  obstacles: {
    school: 'A escola é privada ou está bloqueada: ninguém de fora vê a página.',
    unpublished: 'Publique o curso para mostrar a página.',
    private: 'O curso publicado é privado: ninguém de fora vê a página.',
    hidden: 'O curso publicado não está visível: ninguém de fora vê a página.',
  } satisfies Record<Obstacle, string>,
  onlyYou: 'Só você vê esta página. Abra-a nas configurações do curso.',
}

const LinkParams = SchoolParams.extend({ link: Link })

export const coursePages = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/course-page/:link',
    summary: 'The public page of a course, once its school has opened it; administrators see theirs before',
    access: 'visitor',
    params: LinkParams,
    response: z.object({ page: CoursePage }),
  }),
  settings: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/degree/:link/course-page',
    summary: 'Whether a course has an open public page, and who teaches it',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    response: z.object({ settings: CoursePageSettings }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/degree/:link/course-page',
    summary: 'Open or close the public page of a course, or say who teaches it; an absent field stays',
    access: 'admin',
    may: 'courses',
    byCourse: true,
    params: LinkParams,
    body: z.object({ is_open: z.boolean().optional(), teacher: Teacher.optional() }),
    response: z.object({ settings: CoursePageSettings }),
  }),
}
