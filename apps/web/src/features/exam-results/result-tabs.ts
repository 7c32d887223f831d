/** Parts of the results' page, in their order. */
export const resultTabs = [
  { tab: 'alunos', label: 'Alunos' },
  { tab: 'questoes', label: 'Questões' },
] as const
export type ResultTab = (typeof resultTabs)[number]['tab']

/** Reads the part that an address asks for. */
export const resultTabOf = (value: unknown): ResultTab => resultTabs.find(({ tab }) => tab === value)?.tab ?? 'alunos'
