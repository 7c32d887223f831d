import { roles, type TeamRole } from '@escola/contract/permissions'
import { describeTerm, formatLastDay, Term } from '@escola/contract/terms'
import { formatDateTime } from '@escola/contract/time'
import type { SchoolDb } from '@escola/db'
import type { CallInput } from '../../http/team-log.ts'
import type { Subject } from './subjects.ts'
import * as queries from './values.queries.ts'

/** Values by the name of their field, in words. */
export type Values = Record<string, string>

interface Asked extends CallInput {
  subject: Subject | undefined
}
type Read = (db: SchoolDb, asked: Asked) => Promise<Values>

const yesOrNo = (value: boolean) => (value ? 'sim' : 'não')
const dayOr = (moment: Date | null, none: string) => (moment ? formatLastDay(moment) : none)
const nothing: Values = {}

const readRoles: Read = async (db, { subject }): Promise<Values> => {
  const place = subject?.userId === undefined ? undefined : await queries.findTeamPlace(db, subject.userId)
  if (!place) return { Papéis: '', Cursos: '', 'Pode publicar': '' }
  const names = (place.team_roles as TeamRole[]).map((role) => roles[role].name).join(', ')
  return { Papéis: names, Cursos: place.courses.join(', '), 'Pode publicar': yesOrNo(place.may_publish) }
}
const readContact: Read = async (db, { subject }) => {
  const found = subject?.userId === undefined ? undefined : await queries.findContact(db, subject.userId)
  return found ? { Nome: found.name, 'E-mail': found.email, Telefone: found.cellphone } : nothing
}
const readTerm: Read = async (db, { subject, params }): Promise<Values> => {
  if (subject?.userId === undefined || params.classId === undefined) return nothing
  const found = await queries.findEnd(db, subject.userId, params.classId)
  if (!found) return { Turma: '', 'Acesso até': '' }
  return { Turma: found.title, 'Acesso até': dayOr(found.utc_ends_on, 'para sempre') }
}
const readCohort: Read = async (db, { subject }) => {
  const found = subject && (await queries.findCohort(db, subject.id))
  if (!found) return nothing
  const { title, term, seats, utc_enrolls_until } = found
  const limits = {
    Vagas: seats === null ? 'sem limite' : String(seats),
    'Matrículas até': dayOr(utc_enrolls_until, ''),
  }
  return { Título: title, Prazo: term === null ? 'para sempre' : describeTerm(Term.parse(term)), ...limits }
}
const readSettings: Read = async (db) => {
  const found = await queries.findSchool(db)
  const { name, email, cellphone, namespace, domain, is_private } = found
  const addresses = { Endereço: namespace ?? '', Domínio: domain ?? '' }
  return { Nome: name, 'E-mail': email, Telefone: cellphone, ...addresses, Privada: yesOrNo(is_private) }
}
const readPlan: Read = async (db) => ({ Plano: (await queries.findSchool(db)).plan_id })
const readCourse: Read = async (db, { subject }) => {
  const found = subject && (await queries.findCourse(db, subject.id))
  if (!found) return nothing
  const { title, is_private, is_visible, utc_published_on } = found
  const shown = { Publicado: yesOrNo(utc_published_on !== null), Visível: yesOrNo(is_visible) }
  return { Título: title, Privado: yesOrNo(is_private), ...shown }
}
const readAccount: Read = async (db, { subject }) => {
  const found = subject && (await queries.findAccount(db, subject.id))
  return found ? { Título: found.title, Vende: yesOrNo(found.utc_ended_on === null) } : nothing
}
const readCertificate: Read = async (db, { subject }) => {
  const found = subject && (await queries.findRevocation(db, subject.id))
  return found ? { Revogado: yesOrNo(found.utc_revoked_on !== null), Motivo: found.revoked_why } : nothing
}
const readKey: Read = async (db) => {
  const moment = await queries.findKeyMoment(db)
  return { 'Chave gerada em': moment ? formatDateTime(moment.toISOString()) : '' }
}

/** Changes whose values the log keeps, before and after. Secrets and texts of lessons are never among them. */
export const readersOf: Record<string, Read> = {
  'accessApi.generateKey': readKey,
  'administrators.add': readRoles,
  'administrators.handOver': readRoles,
  'administrators.remove': readRoles,
  'administrators.saveRoles': readRoles,
  'certificateIssues.restore': readCertificate,
  'certificateIssues.revoke': readCertificate,
  'cohorts.update': readCohort,
  'courses.makePrivate': readCourse,
  'courses.publish': readCourse,
  'domains.check': readSettings,
  'domains.claim': readSettings,
  'domains.remove': readSettings,
  'merges.correct': readContact,
  'payments.pay': readPlan,
  'salesAccounts.setSelling': readAccount,
  'salesAccounts.update': readAccount,
  'schools.update': readSettings,
  'students.correct': readContact,
  'students.removeFromCohort': readTerm,
  'students.setTerm': readTerm,
  'subscriptions.cancel': readPlan,
}

export const hasValues = (change: string): boolean => Object.hasOwn(readersOf, change)

export const readValues = (db: SchoolDb, change: string, asked: Asked): Promise<Values> =>
  readersOf[change]?.(db, asked) ?? Promise.resolve(nothing)
