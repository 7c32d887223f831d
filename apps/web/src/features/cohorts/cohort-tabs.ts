/** Parts of a class's page, in their order, each with its right. */
export const cohortTabs = [
  { tab: 'alunos', label: 'Alunos', right: 'students' },
  { tab: 'cursos', label: 'Cursos e calendário', right: 'cohorts' },
  { tab: 'vendas', label: 'Vendas', right: 'sales' },
  { tab: 'importacoes', label: 'Importações', right: 'records' },
] as const
export type CohortTab = (typeof cohortTabs)[number]['tab']

/** Reads the part that an address asks for. */
export const cohortTabOf = (value: unknown): CohortTab => cohortTabs.find(({ tab }) => tab === value)?.tab ?? 'alunos'
