/** Refusals about exams and their questions; errors.ts has them among all others. */
export const examErrors = {
  exam_questions_full: {
    status: 409,
    message: 'As many exam questions as there can be',
    pt: 'O banco já tem 20.000 questões, o máximo. Apague as que não usa mais para criar outras',
  },
} as const
