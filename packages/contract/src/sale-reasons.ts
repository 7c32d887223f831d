/** Why a sale opens or ends nothing: the sentence for each code. `{}` stands for a detail of the sale, such as the name of its event. */
export const saleReasons = {
  ignored: 'Este aviso não muda nada',
  no_access_change: 'Este aviso não muda o acesso de ninguém',
  no_event: 'Não entendida: não diz o que aconteceu',
  not_understood: 'Não entendida: não é JSON nem formulário, ou tem mais de uma venda junta',
  no_mapping: 'Falta identificar os campos que esta plataforma envia',
  no_meaning: 'Não sabemos o que “{}” quer dizer: escolha em Contas das plataformas',
  unknown_event: '“{}” não é um evento conhecido',
  no_purchase: 'Não diz qual transação ou assinatura deve perder o acesso',
  no_student_email: 'Não traz um e-mail válido de quem vai estudar',
  no_product: 'Não diz qual produto foi vendido',
  trial: 'Um período de teste não dá acesso ao curso',
  contract_end: '“{}”: na Eduzz, o fim do contrato não tira o acesso',
  contract_delay: '“{}”: na Eduzz, o atraso não tira o acesso',
  other_commission: 'Este aviso é da comissão de “{}”, e não da conta de quem produz o curso',
  old_cancellation: 'A versão 1.0.0 não diz qual produto foi cancelado: escolha a versão 2.0.0 no painel da Hotmart',
  other_topic: 'Este aviso é de “{}”, e só lemos avisos de pagamentos',
  no_payment: 'O aviso não diz de qual pagamento fala',
  no_access_token: 'A integração não tem o access token do Mercado Pago',
  payment_missing: 'O pagamento {} não existe na conta do access token',
  other_payment: 'O Mercado Pago respondeu sobre outro pagamento',
  other_account: 'O pagamento é de outra conta do Mercado Pago',
  token_refused: 'O Mercado Pago recusou o access token. Corrija a integração da turma e reprocesse',
  no_buyer_email: 'Quem comprou não informou um e-mail que funcione',
  dismissed: 'Motivo: {}',
  no_cohort: 'Nenhuma turma tem este produto',
  sales_ended: 'Turma encerrada: ela não recebe compras novas',
  class_gone: 'A turma desta compra foi apagada',
  plan_without_class: 'Plano novo sem turma: quem assina continua na turma do plano de antes',
  account_ended: 'A escola parou de vender por esta conta, e esta compra é de depois',
  not_of_class: 'A escola disse que este produto não é de turma',
  paid_back: 'Esta compra já foi devolvida',
  subscription_ended: 'Esta assinatura já foi cancelada',
  canceled_since: 'Esta compra foi cancelada depois deste aviso',
  paid_since: 'Esta compra foi paga depois deste aviso',
  period_over: 'O período que esta cobrança pagou já terminou',
  removed_by_school: 'A escola tirou este aluno da turma',
  student_removed:
    'Este aluno foi removido da escola em {}. Só uma compra nova, ou a própria escola, dá acesso outra vez',
  others_purchase:
    'Esta compra já deu acesso a outro aluno e continua sendo dele. Se ela é da pessoa deste e-mail, passe a compra para ela',
  nothing_open: 'Esta compra não tinha matriculado ninguém',
  erased: 'Os dados de quem comprou foram apagados',
  body_gone: 'O que a plataforma enviou já foi apagado, e não dá para processar de novo',
  failed: 'Não foi possível concluir. Tente reprocessar mais tarde',
} as const

export type SaleReason = keyof typeof saleReasons

/** Reasons of proven deliveries that could not be read. */
export const unreadReasons = ['no_event', 'not_understood'] as const satisfies readonly SaleReason[]

/** The sentence of a sale's reason. A reason that is no code was stored as a sentence before there were codes, and is shown as it is. */
export const saleReasonText = ({ reason, reason_detail }: { reason: string; reason_detail: string }): string =>
  Object.hasOwn(saleReasons, reason) ? saleReasons[reason as SaleReason].replace('{}', () => reason_detail) : reason
