import type { ExamKey } from './exam-content.ts'
import type { ExamContent, ExamQuestion } from './exam-questions.contract.ts'

type WrittenQuestion = ExamContent & Pick<ExamQuestion, 'difficulty' | 'tags'>

const question = (statement: string, key: ExamKey, explanation = ''): WrittenQuestion => ({
  statement: `<p>${statement}</p>`,
  explanation: explanation && `<p>${explanation}</p>`,
  key,
  is_shuffled: true,
  difficulty: 'medium',
  tags: ['exemplo'],
})
const options = (...texts: string[]) => texts.map((text, at) => ({ id: String(at + 1), html: `<p>${text}</p>` }))

/** One question of each kind, which a teacher replaces by their own. */
export const modelQuestions: WrittenQuestion[] = [
  question(
    'Qual é a capital do Brasil?',
    { kind: 'one', options: options('Brasília', 'Rio de Janeiro', 'São Paulo'), right: '1' },
    'Brasília é a capital desde 1960.',
  ),
  question('Quais destes números são pares?', {
    kind: 'several',
    options: options('2', '3', '4', '5'),
    right: ['1', '3'],
  }),
  question('A água ferve a 100 °C ao nível do mar.', { kind: 'truth', right: true }),
  question('Quantos gramas há em meio quilo?', { kind: 'number', right: '500', tolerance: '0', unit: 'g' }),
  question('Em que estado fica Ouro Preto?', { kind: 'text', right: ['Minas Gerais', 'MG'] }),
]
