import { z } from 'zod'
import { RichText } from './courses.contract.ts'
import { defineRoute } from './route.ts'
import { SchoolParams } from './wire.ts'

/** Pages that a school's administrators write: path → title. */
export const htmlPages = {
  'termos-e-condicoes': 'Termos e Condições',
  'politica-de-privacidade': 'Política de Privacidade',
  sobre: 'Sobre',
} as const
export type HtmlPage = keyof typeof htmlPages
export const isHtmlPage = (page: string): page is HtmlPage => Object.hasOwn(htmlPages, page)
/** Pages of terms, whose texts are kept in versions. */
export type AgreedPage = Exclude<HtmlPage, 'sobre'>
/** People read these before they sign up, so a private school shows them to visitors too. */
export const isTermsOrPolicy = (page: HtmlPage): page is AgreedPage => page !== 'sobre'
/** The page that users accept before they get a place in a school, or make one. */
export const acceptedPage = 'termos-e-condicoes' satisfies AgreedPage
/** Page on which visitors choose whether they are measured. */
export const policyPage = 'politica-de-privacidade' satisfies AgreedPage

export const PageText = z.object({
  html: z.string(),
  /** The school has written no text, so this is the text that every school begins with. */
  is_default: z.boolean(),
})
export type PageText = z.infer<typeof PageText>

const PageParams = SchoolParams.extend({ page: z.string().max(60) })

export const pages = {
  get: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/html/:page',
    summary: "One of the school's own pages: termos-e-condicoes, politica-de-privacidade or sobre",
    access: 'visitor',
    params: PageParams,
    response: PageText,
  }),
  save: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/html-page/:page',
    summary: 'Write one of these pages; an empty text brings back the one that every school begins with',
    access: 'admin',
    may: 'settings',
    params: PageParams,
    body: z.object({ html: RichText }),
    response: PageText,
  }),
}
