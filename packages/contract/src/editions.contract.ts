import { z } from 'zod'
import { cleanLandingPage, isLandingPage } from './landing-page.ts'
import { limits } from './limits.ts'
import { refusals } from './refusals.ts'
import { defineRoute } from './route.ts'
import { Id, Link, SchoolParams } from './wire.ts'

export const editionMessages = {
  franchise: 'Franquia',
  franchiseOf: (name: string) => `Franquia de ${name}`,
  readOnly: (name: string) => `Este curso é uma franquia de ${name}. O conteúdo vem de lá e não pode ser mudado aqui.`,
  saved: 'Curso salvo com sucesso',
} as const

/** Values of an edition that are the affiliate's own; all others come from the franchisor. */
export const EditionSettings = z.object({
  id: Id,
  link: z.string(),
  title: z.string(),
  franchisor: z.object({ id: Id, name: z.string() }),
  is_visible: z.boolean(),
  is_private: z.boolean(),
  has_comments: z.boolean(),
  landing_page_url: z.string(),
  category_id: Id.nullable(),
})
export type EditionSettings = z.infer<typeof EditionSettings>

const EditionParams = SchoolParams.extend({ link: Link })

export const editions = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/edition/:link',
    summary: 'What an affiliate may set of an edition',
    access: 'admin',
    may: 'affiliates',
    params: EditionParams,
    response: z.object({ edition: EditionSettings }),
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/edition/:link',
    summary: "Change an affiliate's own values of an edition: visibility, place, landing page and comments",
    access: 'admin',
    may: 'affiliates',
    params: EditionParams,
    body: z.object({
      is_visible: z.boolean().optional(),
      is_private: z.boolean().optional(),
      has_comments: z.boolean().optional(),
      landing_page_url: z
        .string()
        .max(limits.linkMax)
        .refine(isLandingPage, refusals.landingPage)
        .transform(cleanLandingPage)
        .optional(),
      /** Category whose last course it becomes; null takes it out of all categories. */
      category_id: Id.nullable().optional(),
    }),
    response: z.object({ edition: EditionSettings }),
  }),
}
