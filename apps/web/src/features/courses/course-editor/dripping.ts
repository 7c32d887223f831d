import type { Degree } from '@escola/contract/courses.contract'

type Config = Degree['dripping_config']
interface Option<Value> {
  value: Value
  label: string
}

export const stepLabel = 'Um módulo a cada'
export const stepOptions: Option<Config['when']>[] = [
  { value: 'day', label: 'dia' },
  { value: 'week', label: 'semana' },
  { value: 'month', label: 'mês' },
]
export const startLabel = 'A contar da'
export const startOptions: Option<Config['what']>[] = [
  { value: 'modules', label: 'matrícula de cada aluno' },
  { value: 'school_gateways', label: 'criação da turma' },
]

const labelOf = <Value>(options: Option<Value>[], value: Value) =>
  options.find((option) => option.value === value)?.label ?? ''

export const describeDripping = ({ when, what }: Config) =>
  `${stepLabel} ${labelOf(stepOptions, when)}, ${startLabel.toLowerCase()} ${labelOf(startOptions, what)}`
