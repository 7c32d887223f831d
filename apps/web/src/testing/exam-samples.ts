import type { ExamQuestion } from '@escola/contract/exam-questions.contract'

/** Question of the bank with two options, whose ids are given, and the right one. */
export const makeExamQuestion = (options: [string, string], right: string): ExamQuestion => ({
  id: '7',
  version: 1,
  summary: 'Quanto cresce o levain?',
  difficulty: 'medium',
  tags: [],
  degree_id: null,
  is_archived: false,
  utc_changed_on: '2026-03-01T12:00:00.000Z',
  correction: null,
  statement: '<p>Quanto cresce o levain?</p>',
  explanation: '',
  is_shuffled: true,
  key: {
    kind: 'one',
    options: [
      { id: options[0], html: '<p>O dobro</p>' },
      { id: options[1], html: '<p>Nada</p>' },
    ],
    right,
  },
})
