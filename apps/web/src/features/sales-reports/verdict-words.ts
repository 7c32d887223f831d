import { labels } from '@escola/contract/labels'
import { countOf } from '@escola/contract/messages'
import type { ReportRow, ReportVerdict } from '@escola/contract/sales-reports.contract'
import { formatDate } from '@escola/contract/time'

export const verdictLabels: Record<ReportVerdict, string> = {
  missing: 'Pagou e está sem acesso',
  still_in: 'Foi reembolsada e tem acesso',
  no_class: 'Produto sem turma',
  no_email: 'Sem e-mail que funcione',
  removed: 'A escola tirou',
  paid_back: 'Paga no relatório, encerrada na plataforma',
  other_access: 'Reembolsada, mas com outro acesso',
  mixed: 'Paga e reembolsada em parte',
}

/** Says what a list of one verdict is about, and what can be done. */
export const verdictTexts: Record<ReportVerdict, string> = {
  missing: 'Estas compras estão pagas no relatório, e quem comprou não está na turma.',
  still_in: 'Estas compras foram devolvidas ou canceladas, e ainda dão acesso.',
  no_class: 'Estas compras não têm turma. Escolha a turma de cada um, e as compras passam para “sem acesso”.',
  no_email: 'O e-mail do relatório não funciona. Corrija-o na planilha e confira de novo, ou adicione o aluno à turma.',
  removed:
    'A escola tirou estas pessoas da turma, então a compra não as traz de volta. Se mudou de ideia, adicione-as à turma.',
  paid_back: 'A plataforma já avisou que estas compras terminaram, e o relatório pode ser mais antigo. Nada muda.',
  other_access: 'A compra terminou e já não dá acesso. Estas pessoas continuam na turma por outro motivo.',
  mixed: 'Uma parte da compra está paga e outra foi devolvida. Decida na página do aluno.',
}

const reasonWords: Record<string, string> = {
  manual: 'ter sido adicionada pela escola',
  importer: 'ter vindo em uma importação',
  api: 'ter acesso por outro sistema',
  'public-class': 'a turma ser pública',
  'school-admin': 'administrar a escola',
  'school-register': 'ter se cadastrado na escola',
}
const platformNames = new Map<string, string>(Object.entries(labels.providers))
const wordsOf = (reason: string) => reasonWords[reason] ?? `outra compra (${platformNames.get(reason) ?? reason})`
const listReasons = (reasons: string[]) => reasons.map(wordsOf).join(' e por ')

/** Says in one sentence what was found about a purchase. */
export function explainRow({ verdict, is_known, utc_on, school_gateways, reasons, is_alone }: ReportRow): string {
  const classes = school_gateways.map(({ title }) => `“${title}”`).join(', ')
  const on = utc_on ? ` em ${formatDate(utc_on)}` : ''
  const sentences: Record<ReportVerdict, string> = {
    missing: is_known ? 'A plataforma avisou, mas ninguém entrou na turma' : 'A plataforma não avisou desta compra',
    still_in:
      reasons.length > 0 ? `Tem acesso a ${classes}; continua por ${listReasons(reasons)}` : `Tem acesso a ${classes}`,
    no_class: is_alone ? 'A turma desta compra foi apagada, ou encerrou as vendas' : 'Nenhuma turma vende este produto',
    no_email: 'O e-mail não funciona',
    removed: `A escola tirou da turma ${classes}${on}`,
    paid_back: `A plataforma avisou o fim desta compra${on}`,
    other_access: `Continua em ${classes} por ${listReasons(reasons)}`,
    mixed: 'Há itens pagos e itens devolvidos',
  }
  return sentences[verdict]
}

/** Asks before purchases are settled; each person gets one mail of each class. */
export function settleQuestion(verdict: 'missing' | 'still_in', people: number, stay: boolean) {
  const who = countOf(people, 'pessoa', 'pessoas')
  const isOne = people === 1
  return verdict === 'missing'
    ? {
        title: `Dar acesso a ${who}?`,
        text: `${who} ${isOne ? 'recebe' : 'recebem'} acesso e um e-mail.`,
        confirmLabel: 'Dar acesso',
      }
    : {
        title: `Encerrar o acesso de ${who}?`,
        text: `${who} ${isOne ? 'perde' : 'perdem'} o acesso que a compra dá. O que foi estudado fica guardado.${stay ? ' Quem tem outro motivo continua na turma.' : ''}`,
        confirmLabel: 'Encerrar acesso',
        danger: true,
      }
}
