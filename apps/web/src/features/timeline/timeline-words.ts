import { openAnswerTexts } from '@escola/contract/exam-open-answer-texts'
import { describeException, handedInLabels } from '@escola/contract/exam-result-texts'
import { formatMark } from '@escola/contract/exam-texts'
import { atPlatform, describeEnd, describeReason, isMailedEnd } from '@escola/contract/grant-ends'
import { accountMailNames, schoolMailNames } from '@escola/contract/mail-names'
import { countOf } from '@escola/contract/messages'
import { saleReasonText } from '@escola/contract/sale-reasons'
import { describeTerm, formatLastDay } from '@escola/contract/terms'
import { formatDateTime } from '@escola/contract/time'
import type { AccessAnswer, TimelineEvent } from '@escola/contract/timeline.contract'

export const noAccessTexts = {
  never: 'Sem acesso: nunca entrou em uma turma.',
  administrator: 'Administra a escola e por isso abre todos os cursos.',
} as const

/** Says what gives access back to a student whose access ended so. */
export function describeRemedy(answer: Pick<AccessAnswer, 'source' | 'ended_why' | 'school_gateway_id'> | undefined) {
  if (!answer) return 'Para dar acesso, adicione o aluno a uma turma.'
  if (!answer.school_gateway_id) return 'Para dar acesso, adicione o aluno a outra turma.'
  const { source, ended_why } = answer
  if (ended_why === 'refunded' || ended_why === 'canceled')
    return 'Uma nova compra dá acesso outra vez. Se foi engano, adicione o aluno à turma.'
  if (source === 'sale' && (ended_why === 'expired' || ended_why === 'subscription_ended'))
    return 'Uma renovação dá acesso outra vez. Se for preciso, adicione o aluno à turma.'
  return 'Para dar acesso de novo, adicione o aluno à turma.'
}

const messageNames: Record<Extract<TimelineEvent, { kind: 'message' }>['message'], string> = {
  ...schoolMailNames,
  activation: accountMailNames.activation,
  recovery: accountMailNames.recovery,
  access_link_sms: 'SMS com link de acesso',
}

/** Says what became of a mail or a text message. */
const messageResults: Record<Extract<TimelineEvent, { kind: 'message' }>['state'], string> = {
  waiting: 'A caminho',
  sent: 'Enviado',
  number_refused: 'Número recusado: confira o celular do aluno',
  unknown: 'Não sabemos se chegou. Se for preciso, envie outro',
  unsent: 'Não foi enviado',
  address_refused: 'Não chegou: confira o e-mail do aluno',
  undelivered: 'Não chegou: confira o celular do aluno',
}

const saleStatesInWords: Partial<Record<Extract<TimelineEvent, { kind: 'sale' }>['state'], string>> = {
  waiting: 'Será processada em instantes',
  unmatched: 'Espera uma turma',
  no_email: 'Espera um e-mail',
  dismissed: 'Dispensada',
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
const quoted = (title: string, otherwise: string) => (title ? `“${title}”` : otherwise)
const cohortOf = (title: string) => (title ? `turma “${title}”` : 'turma apagada')

function describeMerge({
  kind,
  other,
  goes_on,
  is_correction,
}: Extract<TimelineEvent, { kind: 'merged' | 'merge_undone' }>) {
  const isUndone = kind === 'merge_undone'
  if (is_correction)
    return isUndone ? `A correção do e-mail (${other}) foi desfeita` : `O e-mail foi corrigido (${other})`
  if (isUndone) return `Separado de novo de ${other}`
  return goes_on ? `Recebeu o cadastro de ${other}` : `Passou para o cadastro de ${other}`
}

/** Puts an event into words: what happened, and its details. */
export function describeEvent(
  event: TimelineEvent,
  formatSaleEvent: (event: string) => string,
): { title: string; details: string[] } {
  if (event.kind === 'given')
    return {
      title: `${event.is_back ? 'Voltou a ter acesso à' : event.has_other ? 'Recebeu mais um acesso à' : 'Entrou na'} ${cohortOf(event.title)}`,
      details: [capitalize(describeReason(event)), event.transaction],
    }
  if (event.kind === 'ended')
    return {
      title: event.has_other
        ? `Continua na ${cohortOf(event.title)} por outro motivo`
        : `${isMailedEnd(event.ended_why) ? 'Perdeu o acesso à' : 'Saiu da'} ${cohortOf(event.title)}`,
      details: [capitalize(describeEnd({ ...event, moved_to: '' })), event.transaction],
    }
  if (event.kind === 'moved')
    return {
      title: `Foi para a ${cohortOf(event.title)}`,
      details: [
        event.from_title && `Veio da turma “${event.from_title}”`,
        event.moved_by && `A escola moveu (${event.moved_by})`,
      ],
    }
  if (event.kind === 'term_set')
    return {
      title: `Acesso à ${cohortOf(event.title)} ${event.utc_ends_on ? `até ${formatLastDay(event.utc_ends_on)}` : 'para sempre'}`,
      details: [event.set_by ? `Prazo mudado por ${event.set_by}` : 'Prazo mudado pela escola'],
    }
  if (event.kind === 'term_changed')
    return {
      title: `Novo prazo da ${cohortOf(event.title)}`,
      details: [
        event.term ? describeTerm(event.term) : 'Acesso com o prazo da turma',
        `Mudado ${event.set_by ? `por ${event.set_by}` : 'pela escola'} para todos os ${event.platform ? `que compraram ${atPlatform(event.platform)}` : 'alunos'}`,
      ],
    }
  if (event.kind === 'lessons_completed')
    return event.lessons === 1
      ? { title: `Concluiu a aula ${quoted(event.lesson, 'apagada')}`, details: [event.course] }
      : {
          title: `Concluiu ${countOf(event.lessons, 'aula', 'aulas')} de ${quoted(event.course, 'um curso')}`,
          details: [event.lesson && `A última foi “${event.lesson}”`],
        }
  if (event.kind === 'course_completed')
    return { title: `Concluiu o curso ${quoted(event.course, 'sem título')}`, details: [] }
  if (event.kind === 'exam_begun')
    return { title: `Começou a avaliação da aula ${quoted(event.lesson, 'sem título')}`, details: [event.course] }
  if (event.kind === 'exam_handed_in') {
    const { points, total } = event
    const mark = points === null ? openAnswerTexts.waiting.toLowerCase() : formatMark({ points, total })
    return {
      // Marks are told with the right to the courses alone; without a total there is none to tell.
      title: `Fez a avaliação da aula ${quoted(event.lesson, 'sem título')}${total === 0 ? '' : `: ${mark}`}`,
      details: [event.course, handedInLabels[event.how]],
    }
  }
  if (event.kind === 'exam_corrected')
    return {
      title: `${countOf(event.answers, 'resposta aberta corrigida', 'respostas abertas corrigidas')} na avaliação da aula ${quoted(event.lesson, 'sem título')}`,
      details: [event.course, event.set_by && `Por ${event.set_by}`],
    }
  if (event.kind === 'exam_passed')
    return { title: `Passou na avaliação da aula ${quoted(event.lesson, 'sem título')}`, details: [event.course] }
  if (event.kind === 'exam_exception')
    return {
      title: `Exceção na avaliação da aula ${quoted(event.lesson, 'sem título')}`,
      details: [capitalize(describeException(event.exception)), event.set_by && `Dada por ${event.set_by}`],
    }
  if (event.kind === 'exam_late_counted')
    return {
      title: `${countOf(event.answers, 'resposta que chegou', 'respostas que chegaram')} depois do prazo ${event.answers === 1 ? 'conta' : 'contam'} na aula ${quoted(event.lesson, 'sem título')}`,
      details: [event.course, event.set_by && `Por decisão de ${event.set_by}`],
    }
  if (event.kind === 'question')
    return {
      title: `Perguntou na aula ${quoted(event.lesson, 'apagada')}`,
      details: [
        event.course,
        event.utc_answered_on ? `Respondida em ${formatDateTime(event.utc_answered_on)}` : 'Espera resposta',
      ],
    }
  if (event.kind === 'sale')
    return {
      title: `${event.event ? formatSaleEvent(event.event) : 'Aviso de venda'} ${atPlatform(event.platform)}`,
      details: [event.product_name, event.transaction, saleReasonText(event) || (saleStatesInWords[event.state] ?? '')],
    }
  if (event.kind === 'merged' || event.kind === 'merge_undone')
    return { title: describeMerge(event), details: [event.by && `Por ${event.by}`] }
  if (event.kind === 'purchase_given')
    return {
      title: event.is_received
        ? 'A escola passou uma compra para este aluno'
        : `A escola passou a compra para ${event.other_name || 'outro aluno'}`,
      details: [
        `Comprada ${atPlatform(event.platform)}`,
        event.transaction,
        event.is_received && event.other_name ? `Antes era de ${event.other_name}` : '',
      ],
    }
  if (event.kind === 'message') return { title: messageNames[event.message], details: [messageResults[event.state]] }
  return { title: 'Entrou na escola pela primeira vez', details: [] }
}
