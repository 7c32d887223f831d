import { accessApiLimits } from '@escola/contract/limits'

const { singleUseMinutes, tokenHours } = accessApiLimits

export const singleUseTexts = {
  label: 'Cada link vale uma vez',
  description: `Por ${singleUseMinutes} minutos. Desligado, cada link vale por ${tokenHours} horas, quantas vezes for aberto.`,
  turnedOn: (cohort: string) => `Na turma “${cohort}”, cada novo link vale uma vez, por ${singleUseMinutes} minutos.`,
  turnedOff: (cohort: string) => `Na turma “${cohort}”, cada novo link vale por ${tokenHours} horas.`,
}
export const linkLifeOf = ({ is_single_use }: { is_single_use: boolean }) =>
  is_single_use ? `vale uma vez, por ${singleUseMinutes} minutos` : `vale por ${tokenHours} horas`
