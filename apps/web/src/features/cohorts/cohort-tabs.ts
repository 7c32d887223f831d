/** Parts of a class's page, in their order. */
export const cohortTabs = [
  { tab: 'alunos', label: 'Alunos' },
  { tab: 'cursos', label: 'Cursos e calendário' },
  { tab: 'vendas', label: 'Vendas' },
  { tab: 'importacoes', label: 'Importações' },
] as const
export type CohortTab = (typeof cohortTabs)[number]['tab']

/** Reads the part that an address asks for. */
export const cohortTabOf = (value: unknown): CohortTab => cohortTabs.find(({ tab }) => tab === value)?.tab ?? 'alunos'
