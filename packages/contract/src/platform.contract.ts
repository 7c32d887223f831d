import { z } from 'zod'
import { limits } from './limits.ts'
import { planIds } from './prices.ts'
import { defineRoute } from './route.ts'
import { SchoolRole } from './schools.contract.ts'
import { newestSchoolsFirst, schoolSorts } from './sorts.ts'
import { storableName } from './text.ts'
import { MailStop } from './undelivered-mails.contract.ts'
import { Id, Money, PageQuery, pageOf, SchoolParams, Utc } from './wire.ts'

/** Roles above the schools (part 1 §6). No route gives such a role. */
export const platformRoles = ['admin', 'academy', 'academy-admin', 'teacher', 'student'] as const

/** Filters by a school's balance (part 1 §9): all schools, those that owe nothing, those that owe. */
export const balanceFilters = ['', '0', '1'] as const
export type BalanceFilter = (typeof balanceFilters)[number]

export const SchoolListQuery = PageQuery.extend({
  search: z.string().max(limits.searchMax).default('').transform(storableName),
  sortBy: z.enum(schoolSorts).default(newestSchoolsFirst),
  negative: z.enum(balanceFilters).default(''),
})

export const ListedSchool = z.object({
  id: Id,
  name: z.string(),
  /** The caller's own roles in the school. */
  role: z.array(SchoolRole),
  /** Target of a click: the school's own view for a platform administrator, its first namespace or domain for others. */
  url: z.string(),
  logo_square_url: z.string(),
  is_blocked: z.boolean(),
  utc_created_on: Utc,
  /** Only platform administrators get this field and those below. */
  email: z.string().nullable(),
  total_students: z.number().int().nullable(),
  balance: Money.nullable(),
  plan_id: z.enum(planIds).nullable(),
  plan_name: z.string().nullable(),
})
export type ListedSchool = z.infer<typeof ListedSchool>

export const PlatformVisit = z.object({
  id: Id,
  name: z.string(),
  utc_began_on: Utc,
  utc_seen_on: Utc,
  total_changes: z.number().int(),
  /** Latest changes. */
  changes: z.array(
    z.object({ id: Id, method: z.string(), route: z.string(), was_refused: z.boolean(), utc_made_on: Utc }),
  ),
})
export type PlatformVisit = z.infer<typeof PlatformVisit>

export const platform = {
  schools: defineRoute({
    method: 'GET',
    path: '/user/schools',
    summary:
      "A person's schools, a page at a time; a platform administrator gets every school, sorted, searched and filtered by balance",
    access: 'session',
    query: SchoolListQuery,
    response: z.object({
      schools: pageOf(ListedSchool).extend({
        /** The search has found more than it counts. */
        more: z.boolean(),
      }),
      /** Trouble that stops the mail of all schools; only administrators of the platform see it. */
      mail_stopped: MailStop.nullable(),
    }),
  }),
  auditLog: defineRoute({
    method: 'GET',
    path: '/school/:schoolId/audit-log',
    summary: 'When platform administrators were in this school, and what they changed there',
    access: 'admin',
    may: 'team',
    params: SchoolParams,
    query: PageQuery,
    response: z.object({ visits: pageOf(PlatformVisit) }),
  }),
}

/** Portuguese words for a change, as the school reads them, by the name of the route. */
const changeLabels: Record<string, string> = {
  'accessApi.enroll': 'Matriculou um aluno pela interface de acesso',
  'accessApi.generateKey': 'Gerou uma chave da interface de acesso',
  'accessApi.removeIntegration': 'Apagou uma integração da interface de acesso',
  'accessApi.saveIntegration': 'Criou ou mudou uma integração da interface de acesso',
  'accessApi.showSecret': 'Viu o segredo da interface de acesso',
  'accounts.joinSchool': 'Entrou na escola com a própria conta',
  'accounts.signUpStudent': 'Criou uma conta de aluno',
  'administrators.add': 'Criou um administrador',
  'administrators.handOver': 'Passou a escola adiante',
  'administrators.remove': 'Removeu um administrador',
  'administrators.saveRoles': 'Mudou o papel de um administrador',
  'affiliates.answer': 'Respondeu ao convite de uma franquia',
  'affiliates.createPlan': 'Criou um plano para filiais',
  'affiliates.invite': 'Convidou uma escola para um plano de filiais',
  'affiliates.remove': 'Removeu uma escola afiliada',
  'affiliates.removePlan': 'Apagou um plano para filiais',
  'affiliates.savePlan': 'Alterou um plano para filiais',
  'bookmarks.save': 'Alterou os próprios favoritos',
  'calendars.openForCohort': 'Liberou ou fechou módulos para uma turma',
  'calendars.openForStudent': 'Liberou ou fechou módulos para um aluno',
  'calendars.save': 'Alterou o calendário de uma turma',
  'categories.update': 'Organizou as categorias',
  'copies.course': 'Duplicou um curso',
  'copies.lesson': 'Copiou uma aula',
  'copies.module': 'Copiou um módulo',
  'certificateCpfs.remove': 'Apagou o CPF dos próprios certificados',
  'certificateCpfs.save': 'Informou o CPF dos próprios certificados',
  'certificateIssuers.save': 'Mudou os dados da escola nos certificados',
  'certificateIssues.correctName': 'Emitiu o próprio certificado de novo',
  'certificateIssues.reissue': 'Gerou um certificado de novo',
  'certificateIssues.request': 'Pediu o próprio certificado',
  'certificateIssues.restore': 'Desfez a revogação de um certificado',
  'certificateIssues.revoke': 'Revogou um certificado',
  'certificateReissues.start': 'Reemitiu todos os certificados de um modelo',
  'certificates.chooseShown': 'Escolheu o que um certificado mostra',
  'certificateTemplates.create': 'Criou um modelo de certificado',
  'certificateTemplates.remove': 'Apagou um modelo de certificado',
  'certificateTemplates.save': 'Salvou um modelo de certificado',
  'certificateTemplates.saveTitle': 'Mudou o título de um modelo de certificado',
  'certificateTemplates.uploadSignature': 'Enviou uma assinatura para certificados',
  'cohorts.addStudent': 'Adicionou um aluno a uma turma',
  'cohorts.create': 'Criou uma turma',
  'cohorts.remove': 'Apagou uma turma',
  'cohorts.update': 'Alterou uma turma',
  'courses.clearDraft': 'Descartou o rascunho de um curso',
  'courses.publish': 'Publicou um curso',
  'coursePages.save': 'Mudou a página pública de um curso',
  'courses.makePrivate': 'Tornou um curso privado',
  'courses.remove': 'Apagou um curso',
  'courses.save': 'Alterou um curso',
  'courses.uploadCover': 'Trocou a capa de um curso',
  'domains.check': 'Verificou o domínio da escola',
  'domains.claim': 'Cadastrou um domínio',
  'domains.remove': 'Removeu o domínio da escola',
  'editions.save': 'Alterou os ajustes de um curso de franquia',
  'examAttempts.begin': 'Começou uma avaliação',
  'examAttempts.handIn': 'Entregou uma avaliação',
  'examAttempts.open': 'Abriu a própria avaliação em andamento',
  'examAttempts.save': 'Respondeu a uma avaliação',
  'examCorrections.resume': 'Continuou o recálculo das notas de uma questão',
  'examCorrections.start': 'Corrigiu o gabarito de uma questão',
  'examCorrections.undo': 'Desfez a correção de um gabarito',
  'examExceptions.remove': 'Tirou a exceção de um aluno em uma avaliação',
  'examExceptions.save': 'Deu a um aluno uma exceção em uma avaliação',
  'examImports.cancel': 'Interrompeu uma importação de questões',
  'examImports.confirm': 'Importou questões',
  'examImports.start': 'Enviou um arquivo de questões',
  'examImports.undo': 'Desfez uma importação de questões',
  'examOpenAnswers.correct': 'Corrigiu uma resposta aberta',
  'examQuestions.archive': 'Arquivou uma questão ou a pôs de volta',
  'examQuestions.copy': 'Duplicou uma questão',
  'examQuestions.create': 'Criou uma questão',
  'examQuestions.remove': 'Apagou uma questão',
  'examQuestions.save': 'Alterou uma questão',
  'examQuestions.uploadPicture': 'Enviou uma imagem para questões',
  'examResults.countLate': 'Deixou contar uma resposta que chegou depois do prazo',
  'exams.remove': 'Tirou a avaliação de uma aula',
  'exams.save': 'Alterou a avaliação de uma aula',
  'fieldMappings.save': 'Alterou os campos de uma conta de uma plataforma de venda',
  'imports.settle': 'Marcou uma importação como resolvida',
  'imports.start': 'Importou alunos',
  'imports.undo': 'Desfez uma importação',
  'learning.complete': 'Marcou uma aula',
  'learning.savePosition': 'Assistiu a uma aula',
  'ledger.adjust': 'Ajustou o saldo da escola',
  'ledger.swapPoints': 'Trocou pontos por saldo',
  'lessons.save': 'Alterou uma aula',
  'lessons.uploadFile': 'Enviou um arquivo para uma aula',
  'notifications.read': 'Leu as próprias notificações',
  'notices.save': 'Ligou ou desligou um aviso',
  'notices.switchOff': 'Desligou um aviso pelo link de um e-mail',
  'pages.save': 'Alterou uma página da escola',
  'payments.cancelPayment': 'Desistiu de um pagamento da escola',
  'payments.pay': 'Fez um pagamento pela escola',
  'payments.refund': 'Devolveu um pagamento da escola',
  'payments.removeMethod': 'Removeu um cartão da escola',
  'payments.saveCard': 'Guardou um cartão da escola',
  'payments.startCard': 'Começou a guardar um cartão da escola',
  'practice.answer': 'Respondeu a uma questão do treino',
  'practice.begin': 'Começou um treino',
  'profiles.saveDescription': 'Alterou a descrição do próprio perfil',
  'bulkChanges.start': 'Alterou vários alunos de uma vez',
  'merges.correct': 'Corrigiu o e-mail de um aluno',
  'merges.start': 'Juntou dois alunos',
  'merges.undo': 'Desfez a junção de dois alunos',
  'moves.start': 'Moveu alunos de uma turma',
  'otherEmails.add': 'Anotou outro e-mail de um aluno',
  'otherEmails.remove': 'Removeu outro e-mail de um aluno',
  'purchases.give': 'Passou uma compra para outro aluno',
  'releaseNotices.read': 'Leu o que mudou na escola com uma nova versão',
  'renewals.add': 'Adicionou a uma turma quem já assinava',
  'sales.replay': 'Reprocessou uma venda',
  'sales.replayAll': 'Reprocessou vendas',
  'sales.correctEmail': 'Corrigiu o e-mail de uma venda',
  'sales.askHelp': 'Pediu o acesso de uma compra',
  'sales.dismiss': 'Dispensou uma venda',
  'sales.setOfClass': 'Disse se um produto é de turma',
  'salesAccounts.create': 'Criou uma conta de uma plataforma de venda',
  'salesAccounts.update': 'Alterou uma conta de uma plataforma de venda',
  'salesAccounts.setSelling': 'Parou de vender por uma conta, ou voltou a vender',
  'salesAccounts.remove': 'Removeu uma conta de uma plataforma de venda',
  'salesReports.create': 'Conferiu um relatório de vendas',
  'salesReports.settle': 'Acertou acessos por um relatório de vendas',
  'salesReports.chooseCohort': 'Escolheu a turma de um produto de um relatório de vendas',
  'salesReports.remove': 'Apagou um relatório de vendas',
  'schools.removeLogo': 'Removeu uma imagem da escola',
  'schools.update': 'Alterou as configurações da escola',
  'schools.uploadLogo': 'Trocou uma imagem da escola',
  'students.addToCohort': 'Adicionou um aluno a uma turma',
  'students.confirmEmail': 'Confirmou que o e-mail de um aluno está certo',
  'students.correct': 'Corrigiu o nome e o telefone de um aluno',
  'students.erase': 'Apagou os dados de um aluno',
  'students.reissueCertificate': 'Gerou um certificado de novo',
  'students.removeFromCohort': 'Tirou um aluno de uma turma',
  'students.resendLink': 'Reenviou o link de um aluno',
  'students.updatePassword': 'Alterou a senha de um aluno',
  'students.updateToken': 'Gerou um link de acesso para um aluno',
  'students.setTerm': 'Mudou o prazo de um aluno em uma turma',
  'students.updateNotes': 'Alterou as anotações sobre um aluno',
  'subscriptions.cancel': 'Cancelou o plano da escola',
  'subscriptions.keep': 'Manteve o plano da escola',
  'subscriptions.markPaid': 'Marcou um mês do plano como pago',
  'subscriptions.setCard': 'Mudou o cartão do plano da escola',
  'subscriptions.setPix': 'Passou o plano da escola para Pix',
  'threads.ask': 'Fez uma pergunta',
  'threads.remove': 'Excluiu uma pergunta',
  'threads.reply': 'Respondeu a uma pergunta',
  'threads.undo': 'Desfez uma resposta',
  'undeliveredMails.sendAgain': 'Enviou de novo um e-mail que não foi entregue',
  'videos.begin': 'Começou a enviar um vídeo',
  'videos.finish': 'Enviou um vídeo para uma aula',
  'videos.giveUp': 'Cancelou o envio de um vídeo',
}
export const labelledChanges = Object.keys(changeLabels)

/** Words for what one route does in several ways, of which a school wants to know which it was. */
const partLabels: Record<string, string> = {
  'schools.update.block': 'Bloqueou a escola',
  'schools.update.unblock': 'Desbloqueou a escola',
}
/** Names a change for the log: by its route, and by what the body does where one route does several things. */
export function nameChange(route: string, body: unknown): string {
  const { is_blocked } = (route === 'schools.update' && body ? body : {}) as { is_blocked?: boolean }
  if (is_blocked === undefined) return route
  return `${route}.${is_blocked ? 'block' : 'unblock'}`
}

const labels = { ...changeLabels, ...partLabels }
/** Names a change in words, or by its route when it has none. */
export const changeLabel = (change: string) => (Object.hasOwn(labels, change) ? labels[change]! : change)
