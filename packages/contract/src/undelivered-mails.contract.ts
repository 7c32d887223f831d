import { z } from 'zod'
import { accountMailNames, outsideMailNames, schoolMailNames } from './mail-names.ts'
import { countOf } from './messages.ts'
import { defineRoute } from './route.ts'
import { undeliveredMailsTitle } from './titles.ts'
import { Done, Id, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

export const undeliveredLimits = {
  perPage: 50,
  /** Days for which the administrators' home counts a mail that did not arrive. */
  homeDays: 7,
  /** Days for which a school sees that a mail did not arrive. */
  days: 90,
  /** Days for which the platform keeps a mail that is in no school. */
  platformDays: 3,
} as const

/** Why a mail did not arrive, in words. waiting: it is still being tried. */
export const undeliveredReasons = {
  address_refused: 'O endereço não existe ou não recebe e-mails',
  too_late: 'O servidor de e-mails não aceitou a tempo',
  unsent: 'Houve uma falha no envio',
  waiting: 'Aguardando o servidor de e-mails',
} as const

export const undeliveredTexts = {
  title: undeliveredMailsTitle,
  description:
    'E-mails da escola que não chegaram nos últimos 90 dias. Confira o endereço e envie de novo; cada envio leva um link novo.',
  platformDescription:
    'E-mails sobre contas que não chegaram, e os que esperam o servidor para quem não está em nenhuma escola. Ficam aqui por 3 dias.',
  none: 'Todos os e-mails foram entregues',
  noneText: 'Quando um e-mail da escola não puder ser entregue, ele aparece aqui com o motivo.',
  nonePlatformText: 'Nenhum e-mail sobre contas ou para fora das escolas está esperando.',
  sendAgain: 'Enviar de novo',
  sentAgain: (name: string) => `Estamos enviando o e-mail de novo para ${name}.`,
  checkAddress: 'Confira o endereço antes de enviar de novo.',
  counted: (count: number) => countOf(count, 'e-mail não chegou', 'e-mails não chegaram'),
  words: (words: string) => `O servidor disse: ${words}`,
  stoppedTitle: 'Os e-mails da escola estão esperando',
  /** The mail of one school is stopped, or that of all. */
  stopped: (since: string) =>
    `Os e-mails da escola estão parados desde ${since}. Eles saem sozinhos assim que o servidor voltar a aceitar; você não precisa enviar nada de novo.`,
  allStopped: (since: string) => `Os e-mails de todas as escolas estão parados desde ${since}.`,
  schoolsStopped: (count: number) =>
    count === 1 ? 'Os e-mails de uma escola estão parados.' : `Os e-mails de ${count} escolas estão parados.`,
} as const

type Named<T> = [keyof T & string, ...(keyof T & string)[]]
const kindsOf = <T extends object>(names: T) => Object.keys(names) as Named<T>

export const UndeliveredMail = z.object({
  id: Id,
  kind: z.enum(kindsOf(schoolMailNames)),
  name: z.string(),
  /** Address that the person has now, to which the mail would be sent again. */
  email: z.string(),
  /** Link of the student's page; '' of people who are none. */
  user_link: z.string(),
  reason: z.enum(['address_refused', 'too_late', 'unsent']),
  utc_failed_on: Utc,
})
export type UndeliveredMail = z.infer<typeof UndeliveredMail>

export const PlatformMail = z.object({
  id: Id,
  kind: z.enum([...kindsOf(accountMailNames), ...kindsOf(outsideMailNames)]),
  name: z.string(),
  email: z.string(),
  reason: z.enum(['address_refused', 'too_late', 'unsent', 'waiting']),
  /** A mail about an account is written again; the others are tried by themselves. */
  may_send_again: z.boolean(),
  utc_kept_on: Utc,
})
export type PlatformMail = z.infer<typeof PlatformMail>

export const MailStop = z.object({
  /** Words of the mail server. */
  words: z.string(),
  utc_since: Utc,
})
export type MailStop = z.infer<typeof MailStop>

export const undeliveredMails = {
  list: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/undelivered-mails',
    summary: "The school's own mails that did not arrive, a page at a time, the latest first",
    access: 'admin',
    may: 'students',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ mails: pageOf(UndeliveredMail) }),
  }),
  sendAgain: defineRoute({
    method: 'POST',
    path: '/school/:schoolId/undelivered-mails/:id/send-again',
    summary: 'Write a mail that did not arrive again, with a new link, to the address that the person has now',
    access: 'admin',
    may: 'students',
    rateLimit: 'mail',
    params: SchoolParams.extend({ id: Id }),
    response: Done,
  }),
  listOfPlatform: defineRoute({
    method: 'GET',
    path: '/platform/mails',
    summary:
      'Mails about accounts that did not arrive, and mails to people of no school that wait; only administrators of the platform',
    access: 'platform',
    query: PageQuery,
    response: z.object({
      mails: pageOf(PlatformMail),
      /** Trouble that stops the mail of all schools. */
      stopped: MailStop.nullable(),
      /** Number of schools whose own mail is stopped. */
      schools_stopped: z.number().int(),
    }),
  }),
  sendPlatformMailAgain: defineRoute({
    method: 'POST',
    path: '/platform/mails/:id/send-again',
    summary: 'Write a mail about an account again, with a new link; only administrators of the platform',
    access: 'platform',
    rateLimit: 'mail',
    params: z.object({ id: Id }),
    response: Done,
  }),
}
