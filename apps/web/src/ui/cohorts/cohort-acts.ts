/** Acts by which students join a class, as addresses name them. */
export const cohortActLabels = { adicionar: 'Adicionar aluno', importar: 'Importar alunos' } as const
export type CohortAct = keyof typeof cohortActLabels

/** Reads the act whose dialog an address opens. */
export const cohortActOf = (value: unknown): CohortAct | undefined =>
  value === 'adicionar' || value === 'importar' ? value : undefined
