import { formatMoney } from './money.ts'

/** Sentences of refusals because something costs more than the school has. */
export const chargeMessages = {
  missing: (cents: number, balance: number) =>
    `Isto custa ${formatMoney(cents)}, e o saldo da escola é ${formatMoney(balance)}. Adicione pelo menos ${formatMoney(cents - balance)} de saldo e tente de novo`,
} as const
