import { accessApiLimits } from '@escola/contract/limits'
import { formatDate } from '@escola/contract/time'

const { singleUseMinutes, tokenHours } = accessApiLimits

export const singleUseTexts = {
  label: 'Cada link vale uma vez',
  description: `Por ${singleUseMinutes} minutos. Desligado, cada link vale por ${tokenHours} horas, quantas vezes for aberto.`,
  turnedOn: (cohort: string) => `Na turma “${cohort}”, cada novo link vale uma vez, por ${singleUseMinutes} minutos.`,
  turnedOff: (cohort: string) => `Na turma “${cohort}”, cada novo link vale por ${tokenHours} horas.`,
}
export const linkLifeOf = ({ is_single_use }: { is_single_use: boolean }) =>
  is_single_use ? `vale uma vez, por ${singleUseMinutes} minutos` : `vale por ${tokenHours} horas`

/** Says until when a system's signed token without `exp` is good, or that it is over. */
export const lastingSignature = (endsOn: string, now: Date) =>
  Date.parse(endsOn) > now.getTime()
    ? `Um sistema usa um token assinado sem “exp”, que vale por um ano: até ${formatDate(endsOn)}. Antes disso, assine outro com “exp”, ou gere uma nova chave.`
    : `O token assinado sem “exp” que um sistema usava valeu até ${formatDate(endsOn)}. Assine outro com “exp”, ou gere uma nova chave.`
