/** Refusals about exams and their questions; errors.ts has them among all others. */
export const examErrors = {
  exam_questions_full: {
    status: 409,
    message: 'As many exam questions as there can be',
    pt: 'O banco já tem 20.000 questões, o máximo. Apague as que não usa mais para criar outras',
  },
  /** Its field says which lesson, which part and why. */
  exam_unready: {
    status: 409,
    message: 'An assessment lacks what a publication needs',
    pt: 'Uma avaliação não está pronta',
  },
  /** Its field says in which lessons. */
  exam_question_used: {
    status: 409,
    message: 'The question is part of an assessment',
    pt: 'Esta questão está em uma avaliação. Arquive-a, se não quer mais usá-la',
  },
  answer_corrected: {
    status: 409,
    message: 'The open answer was corrected meanwhile',
    pt: 'Outra pessoa corrigiu esta resposta enquanto você escrevia',
  },
  answer_replaced: {
    status: 409,
    message: 'Another answer of the student counts now',
    pt: 'Outra resposta do aluno passou a contar enquanto você escrevia',
  },
  correction_running: {
    status: 409,
    message: 'Attempts of the question are being marked again',
    pt: 'As notas desta questão ainda estão sendo recalculadas. Espere o fim',
  },
  correction_late: {
    status: 409,
    message: 'Too late to undo a correction',
    pt: 'Os sete dias para desfazer a correção já passaram',
  },
  exam_import_unchecked: {
    status: 409,
    message: 'The file is still being checked',
    pt: 'Espere o fim da leitura do arquivo',
  },
} as const
