import { type May, mayCall, type Permission } from '@escola/contract/permissions'
import type { Context } from '@escola/contract/schools.contract'
import { useRouter } from '@tanstack/react-router'
import { useAppContext } from './context.ts'
import { makeRefusal, readPageRole, readRights, sharedPages } from './rights.ts'

/** Right that each page of the team takes, by its route. A teacher of chosen courses passes, too: the server asks for the course. */
export const pageRights: Record<string, May> = {
  '/_app/add-saldo/$type': 'money',
  '/_app/aluno/$link': 'students',
  '/_app/aluno/$link_/ver-como': 'students',
  '/_app/alunos': 'students',
  '/_app/api': 'team',
  '/_app/bank': 'money',
  '/_app/bank_/alunos/$id': 'money',
  '/_app/bank_/pagamentos': 'money',
  '/_app/c/$link/$moduleId/nova-aula': 'courses',
  '/_app/certificado/$certificateId': 'certificates',
  '/_app/certificado/$certificateId_/emitidos': 'certificates',
  '/_app/certificado/criar': 'certificates',
  '/_app/comunidade': 'threads',
  '/_app/config': 'settings',
  '/_app/config_/acessos': 'team',
  '/_app/config_/acessos_/equipe': 'team',
  '/_app/config_/emails': 'students',
  '/_app/correcoes': 'courses',
  '/_app/correcoes_/$attemptId/$number': 'courses',
  '/_app/curso/$categoryId/novo': 'courses',
  '/_app/design': 'settings',
  '/_app/filiais-planos': 'affiliates',
  '/_app/filiais-planos_/$planId': 'affiliates',
  '/_app/filiais-planos_/criar': 'affiliates',
  '/_app/franquias': 'affiliates',
  '/_app/low-balance': 'money',
  '/_app/offer/$offer': 'money',
  '/_app/offer/dominio': 'money',
  '/_app/planos': 'money',
  '/_app/questoes': 'courses',
  '/_app/questoes_/$questionId': 'courses',
  '/_app/questoes_/criar': 'courses',
  '/_app/questoes_/importar': 'courses',
  '/_app/questoes_/importar_/$importId': 'courses',
  '/_app/questoes_/resultados/$lessonId': 'courses',
  '/_app/questoes_/tentativas/$attemptId': 'courses',
  '/_app/trocar-plano/$type': 'money',
  '/_app/turma/$cohortId': 'cohorts',
  '/_app/turma/criar': 'cohorts',
  '/_app/turmas': 'cohorts',
  '/_app/usuarios': 'team',
  '/_app/vendas': 'sales',
  '/_app/vendas_/contas': 'cohorts',
  '/_app/vendas_/contas_/$accountId': 'records',
  '/_app/vendas_/relatorio': 'cohorts',
}

/** Pages that only a right in the whole school opens. */
const ofWholeSchool = new Set([
  '/_app/curso/$categoryId/novo',
  '/_app/questoes_/importar',
  '/_app/questoes_/importar_/$importId',
])

/** Tells whether a member of the team may open a page; pages that are no team's are open to them all. */
export const mayOpen = (context: Context, routeId: string): boolean => {
  const shared = (sharedPages as Record<string, Permission>)[routeId]
  if (shared) return readPageRole(context, shared) !== 'refused'
  const may = pageRights[routeId]
  return may === undefined || mayCall(readRights(context), may, !ofWholeSchool.has(routeId))
}

/** Tells of an address whether the user may open its page. */
export function useMayOpen(): (to: string) => boolean {
  const context = useAppContext()
  const { routesByPath } = useRouter()
  return (to) => to in routesByPath && mayOpen(context, routesByPath[to as keyof typeof routesByPath].id)
}

/** Refuses a page of the team to a member who lacks its right. A page that is missing in the table stays closed. */
export function requirePageRight(context: Context, routeId: string) {
  const may = pageRights[routeId]
  if (may === undefined || !mayOpen(context, routeId)) throw makeRefusal(may)
}
