import { studyMessages } from './messages.ts'

/** Refusals about attempts at assessments; errors.ts has them among all others. */
export const examAttemptErrors = {
  assessment_needed: {
    status: 409,
    message: 'The lesson is completed by passing its assessment',
    pt: studyMessages.passFirst,
  },
  /** Its field `attempt` says why. */
  attempt_refused: {
    status: 409,
    message: 'No attempt can be begun now',
    pt: 'Não é possível começar esta avaliação agora',
  },
  /** The attempt shows its results instead. */
  attempt_over: { status: 409, message: 'The attempt is over', pt: 'Esta tentativa já terminou' },
  attempt_running: { status: 409, message: 'The attempt runs', pt: 'Esta tentativa ainda está em andamento' },
  attempt_taken_over: {
    status: 409,
    message: 'Another device has opened the attempt',
    pt: 'Esta avaliação foi aberta em outro aparelho. Continue por lá, ou abra-a aqui de novo',
  },
  practice_moved: {
    status: 409,
    message: 'The question was asked again, or has left practice',
    pt: 'Esta questão já não está neste treino. Siga para a próxima',
  },
} as const
