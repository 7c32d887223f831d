import { newExamSettings } from '@escola/contract/exam-plan'
import { breadCourses } from './bread-courses.ts'
import type { DemoExam, DemoExamQuestion } from './demo-types.ts'

const { fromZero } = breadCourses

const optionsOf = (...texts: string[]) => texts.map((text, at) => ({ id: String(at + 1), html: `<p>${text}</p>` }))

/** A bank with a question of each kind. */
export const breadExamQuestions: DemoExamQuestion[] = [
  {
    course: fromZero.title,
    statement: '<p>Em que temperatura um levain ativo cresce melhor?</p>',
    explanation: '<p>Entre 24 e 28 °C as leveduras e as bactérias trabalham juntas. Acima disso, a acidez domina.</p>',
    key: { kind: 'one', options: optionsOf('24 a 28 °C', '4 a 8 °C', '45 a 50 °C', '60 °C'), right: '1' },
    difficulty: 'easy',
    tags: ['fermentação', 'levain'],
  },
  {
    course: fromZero.title,
    statement: '<p>Quais sinais mostram que o levain está pronto para o uso?</p>',
    explanation: '<p>Ele dobra de volume, tem bolhas por dentro e flutua na água.</p>',
    key: {
      kind: 'several',
      options: optionsOf('Dobrou de volume', 'Flutua na água', 'Tem líquido escuro em cima', 'Cheira a acetona'),
      right: ['1', '2'],
    },
    difficulty: 'medium',
    tags: ['fermentação', 'levain'],
  },
  {
    course: fromZero.title,
    statement: '<p>Uma massa com 1.000 g de farinha e 780 g de água tem hidratação de quantos por cento?</p>',
    explanation:
      '<p>A água se divide pela farinha: <span data-formula="tex">\\frac{780}{1000} \\times 100 = 78</span>.</p>',
    key: { kind: 'number', right: '78', tolerance: '0.5', unit: '%' },
    difficulty: 'medium',
    tags: ['contas', 'hidratação'],
  },
  {
    course: fromZero.title,
    statement: '<p>Como se chama o descanso da farinha com a água, antes do sal e do fermento?</p>',
    explanation: '<p>Na <strong>autólise</strong> o glúten começa a se formar sozinho.</p>',
    key: { kind: 'text', right: ['autólise', 'autolise da massa'] },
    difficulty: 'hard',
    tags: ['massa'],
  },
  {
    statement: '<p>O sal retarda a fermentação.</p>',
    explanation: '<p>Ele tira água das células do fermento, que trabalham mais devagar.</p>',
    key: { kind: 'truth', right: true },
    difficulty: 'easy',
    tags: ['fermentação', 'sal'],
  },
  {
    statement: '<p>Quanto sal leva um pão com 500 g de farinha, a 2 %?</p>',
    explanation: '<p>São <span data-formula="tex">500 \\times 0{,}02 = 10</span> gramas.</p>',
    key: { kind: 'number', right: '10', tolerance: '0', unit: 'g' },
    difficulty: 'easy',
    tags: ['contas', 'sal'],
  },
  {
    statement: '<p>Em que momento o sal entra na massa, quando se faz autólise?</p>',
    explanation: '<p>Depois do descanso: antes, ele seguraria a água que a farinha ainda vai absorver.</p>',
    key: {
      kind: 'one',
      options: optionsOf('Depois da autólise', 'Com a farinha seca', 'Na hora do forno'),
      right: '1',
    },
    difficulty: 'medium',
    tags: ['massa', 'sal'],
  },
  {
    statement: '<p>Uma massa sem sal cresce mais devagar.</p>',
    explanation: '<p>Ao contrário: sem sal, a fermentação corre, e a massa fica frágil.</p>',
    key: { kind: 'truth', right: false },
    difficulty: 'medium',
    tags: ['sal'],
  },
  {
    course: fromZero.title,
    statement: '<p>Ponha em ordem os passos de um pão de fermentação natural.</p>',
    explanation: '<p>As dobras vêm enquanto a massa cresce, e a modelagem só depois dessa primeira fermentação.</p>',
    key: {
      kind: 'order',
      options: optionsOf('Autólise', 'Sal e levain', 'Dobras', 'Modelagem', 'Forno'),
      right: ['1', '2', '3', '4', '5'],
    },
    difficulty: 'medium',
    tags: ['processo'],
  },
  {
    course: fromZero.title,
    statement: '<p>De que país vem cada pão?</p>',
    explanation:
      '<p>O brioche e o croissant são franceses, ainda que o croissant tenha nascido de um pão vienense.</p>',
    key: {
      kind: 'pairs',
      lefts: optionsOf('Brioche', 'Ciabatta', 'Croissant', 'Pão de queijo'),
      options: optionsOf('França', 'Itália', 'Brasil', 'Áustria'),
      right: [
        { left: '1', option: '1' },
        { left: '2', option: '2' },
        { left: '3', option: '1' },
        { left: '4', option: '3' },
      ],
    },
    difficulty: 'easy',
    tags: ['cultura'],
  },
  {
    course: fromZero.title,
    statement: '<p>Como você sabe que a massa já fermentou o bastante? Conte o que olha e o que toca.</p>',
    explanation: '<p>A massa cresceu, treme quando se mexe na vasilha, e a marca do dedo volta devagar.</p>',
    key: { kind: 'open', guide: '<p>Meio ponto pelo volume ou pelas bolhas, meio ponto pelo toque.</p>' },
    difficulty: 'hard',
    tags: ['processo'],
  },
]

/** Seven fixed questions and two drawn ones; passing completes the lesson. */
export const breadExam: DemoExam = {
  course: fromZero.title,
  lesson: 'O ponto da fermentação',
  settings: { ...newExamSettings, attempts: 3, limit_minutes: 30, must_pass: true },
  fixed: [0, 1, 2, 3, 8, 9, 10],
  draw: { tag: 'sal', count: 2 },
}
