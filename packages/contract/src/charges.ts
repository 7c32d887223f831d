import { formatMoney } from './money.ts'

/** Sentences about what something costs, and of refusals because the school has less. */
export const chargeMessages = {
  cost: (cents: number) => `Custo: ${formatMoney(cents)} do saldo, pelos alunos além dos grátis deste mês`,
  /** Follows a question about students who leave or move, with the sum that the month has charged for them; '' where there is none. */
  stays: (cents: number) => (cents === 0 ? '' : ` Os ${formatMoney(cents)} já cobrados neste mês não voltam.`),
  /** Says what goes back with an import that is undone; '' where nothing does. */
  returns: (cents: number) =>
    cents === 0
      ? ''
      : `${formatMoney(cents)} ${cents === 100 ? 'volta ao saldo: é' : 'voltam ao saldo: são'} de quem a importação cadastrou neste mês e nunca entrou na escola.`,
  sms: (cents: number) => `Custo: ${formatMoney(cents)} do saldo da escola`,
  /** Says what an own domain costs; '' where it costs nothing. */
  domain: (cents: number) =>
    cents === 0
      ? ''
      : `O domínio custa ${formatMoney(cents)} por mês, do saldo da escola, já no mês em que fica ativo.`,
  /** Asks before a student is added who costs something. */
  question: { title: 'Adicionar um aluno além dos grátis?', confirmLabel: 'Adicionar' },
  missing: (cents: number, balance: number) =>
    `Isto custa ${formatMoney(cents)}, e o saldo da escola é ${formatMoney(balance)}. Adicione pelo menos ${formatMoney(cents - balance)} de saldo e tente de novo`,
  /** Says the same to a member of the team who is not told sums. */
  lacking: (owner: string) => `A escola está sem saldo para isto. Avise ${owner || 'quem é dono da escola'}`,
  /** Refuses an addition while the balance may be needed for others that have begun. */
  underWay:
    'Outros alunos ainda estão sendo adicionados, e o saldo pode não ser suficiente para todos. Aguarde terminar e tente de novo',
} as const
