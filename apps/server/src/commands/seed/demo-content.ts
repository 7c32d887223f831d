export interface DemoLesson {
  title: string
  media?: string
  minutes?: number
  text?: string
  link?: { title: string; link: string }
  pdf?: string
}
export interface DemoCourse {
  title: string
  tagline: string
  description: string
  workloadMinutes: number
  /** Two colours of the drawn cover. */
  cover: [string, string]
  motif: 'rings' | 'waves' | 'grid' | 'grain'
  modules: { title: string; lessons: DemoLesson[] }[]
  published: boolean
  /** A later title that stays a draft. */
  draftTitle?: string
}
export interface DemoSchool {
  name: string
  owner: { name: string; email: string }
  theme: string
  cellphone: string
  categories: { title: string; courses: DemoCourse[] }[]
  /** Courses by title; 'all' for every course. */
  cohorts: { title: string; courses: string[] | 'all'; students: number }[]
}

const bunny = 'https://www.youtube.com/watch?v=aqz-KE-bpKQ'
const sintel = 'https://www.youtube.com/watch?v=eRsGyueVLvQ'
const tears = 'https://www.youtube.com/watch?v=R6MlUcmOul8'
const vimeo = 'https://vimeo.com/1084537'

const lessons = (...titles: string[]): DemoLesson[] =>
  titles.map((title, index) => ({
    title,
    media: [bunny, sintel, tears, vimeo][index % 4]!,
    minutes: 6 + ((index * 5) % 13),
  }))

export const demoSchools: DemoSchool[] = [
  {
    name: 'Ateliê do Pão',
    owner: { name: 'Helena Duarte', email: 'helena@atelie.example' },
    theme: 'jabuticaba',
    cellphone: '11987654321',
    categories: [
      {
        title: 'Comece por aqui',
        courses: [
          {
            title: 'Fermentação natural do zero',
            tagline: 'Do primeiro levain ao pão que estala na saída do forno',
            description:
              '<p>Um curso <strong>sem pressa</strong>: você cria o seu fermento, entende o que ele pede e assa o primeiro pão em uma semana.</p><ul><li>Levain saudável, em qualquer clima</li><li>Sova sem esforço</li><li>Forno de casa com crosta de padaria</li></ul>',
            workloadMinutes: 480,
            cover: ['#7a3b1d', '#e7b46a'],
            motif: 'rings',
            published: true,
            modules: [
              {
                title: 'O fermento',
                lessons: [
                  {
                    title: 'O que é fermentação natural',
                    media: bunny,
                    minutes: 9,
                    text: '<p>Farinha, água e paciência. Nesta aula você conhece quem faz o trabalho pesado.</p>',
                  },
                  {
                    title: 'Criando o levain em sete dias',
                    media: vimeo,
                    minutes: 14,
                    text: '<h3>Você vai precisar de</h3><ul><li>Farinha integral</li><li>Um pote de vidro</li><li>Uma balança</li></ul>',
                    pdf: 'Diário do levain',
                  },
                  {
                    title: 'Alimentar, guardar, reviver',
                    media: tears,
                    minutes: 11,
                    link: { title: 'Tabela de temperaturas', link: 'https://www.embrapa.br/' },
                  },
                ],
              },
              {
                title: 'A massa',
                lessons: lessons('Autólise sem mistério', 'Dobras e sova', 'O ponto da fermentação'),
              },
              { title: 'O forno', lessons: lessons('Cortes que abrem', 'Vapor no forno de casa') },
            ],
          },
          {
            title: 'Pães do dia a dia',
            tagline: 'Cinco receitas para a semana inteira',
            description: '<p>Receitas diretas, com medidas que funcionam e a lista de compras pronta.</p>',
            workloadMinutes: 210,
            cover: ['#35524a', '#d9c6a5'],
            motif: 'waves',
            published: true,
            modules: [
              {
                title: 'As receitas',
                lessons: lessons('Pão de forma', 'Pão integral', 'Focaccia', 'Pão de batata', 'Bisnaguinha'),
              },
            ],
          },
        ],
      },
      {
        title: 'Confeitaria',
        courses: [
          {
            title: 'Massas folhadas',
            tagline: 'Croissant, danish e mil-folhas com manteiga de verdade',
            description: '<p>Laminar é um gesto. Aqui ele é mostrado devagar, de vários ângulos.</p>',
            workloadMinutes: 360,
            cover: ['#8a4b08', '#f4dca6'],
            motif: 'grid',
            published: true,
            draftTitle: 'Massas folhadas, passo a passo',
            modules: [
              { title: 'Laminação', lessons: lessons('A manteiga certa', 'As três dobras', 'Descanso e frio') },
              { title: 'Croissant', lessons: lessons('Modelagem', 'Fermentação e forno') },
            ],
          },
          {
            title: 'Panetone artesanal',
            tagline: 'A receita de três dias que cabe na sua cozinha',
            description: '<p>Abre em dezembro.</p>',
            workloadMinutes: 300,
            cover: ['#4a1d3f', '#d98a4e'],
            motif: 'grain',
            published: false,
            modules: [{ title: 'Antes de começar', lessons: lessons('O calendário de três dias') }],
          },
        ],
      },
      {
        title: 'Negócio',
        courses: [
          {
            title: 'Venda seus pães',
            tagline: 'Preço, embalagem e a primeira encomenda',
            description: '<p>Quanto custa de verdade um pão? Planilha incluída.</p>',
            workloadMinutes: 150,
            cover: ['#1f3a5f', '#9fc3c9'],
            motif: 'waves',
            published: true,
            modules: [
              { title: 'Do forno ao cliente', lessons: lessons('Custo e preço', 'Embalagem', 'A primeira encomenda') },
            ],
          },
        ],
      },
    ],
    cohorts: [
      { title: 'Turma de março', courses: ['Fermentação natural do zero', 'Pães do dia a dia'], students: 18 },
      { title: 'Turma de setembro', courses: ['Fermentação natural do zero', 'Massas folhadas'], students: 14 },
      { title: 'Assinantes', courses: 'all', students: 8 },
    ],
  },
  {
    name: 'Código na Prática',
    owner: { name: 'Rafael Nogueira', email: 'rafael@codigo.example' },
    theme: 'atlantico',
    cellphone: '21991234567',
    categories: [
      {
        title: 'Fundamentos',
        courses: [
          {
            title: 'Lógica de programação',
            tagline: 'Pense em passos antes de pensar em código',
            description: '<p>Para quem nunca programou. Papel, lápis e curiosidade.</p>',
            workloadMinutes: 600,
            cover: ['#0f2e3d', '#4fb0ae'],
            motif: 'grid',
            published: true,
            modules: [
              {
                title: 'Pensar em passos',
                lessons: lessons('Algoritmos do cotidiano', 'Decisões', 'Repetições', 'Funções'),
              },
            ],
          },
        ],
      },
    ],
    cohorts: [{ title: 'Turma aberta', courses: 'all', students: 9 }],
  },
]

export const demoStudents = [
  'Ana Beatriz Souza',
  'Bruno Carvalho',
  'Carla Menezes',
  'Diego Fontes',
  'Elisa Prado',
  'Fábio Antunes',
  'Gabriela Rocha',
  'Heitor Lacerda',
  'Isabela Moura',
  'João Pedro Alves',
  'Kátia Ribeiro',
  'Leandro Pires',
  'Marina Castilho',
  'Nádia Ferraz',
  'Otávio Brandão',
  'Patrícia Leal',
  'Quésia Barros',
  'Renato Guimarães',
  'Sílvia Torres',
  'Tânia Uchôa',
  'Ulisses Vieira',
  'Valéria Nunes',
  'Wagner Teixeira',
  'Xênia Duarte',
  'Yara Monteiro',
  'Zeca Albuquerque',
  'Amanda Coelho',
  'Bernardo Sales',
  'Cecília Freitas',
  'Davi Rezende',
  'Estela Campos',
  'Frederico Maia',
  'Giovana Peixoto',
  'Hugo Bittencourt',
  'Íris Magalhães',
  'Jonas Medeiros',
  'Lívia Sampaio',
  'Murilo Tavares',
  'Noemi Queiroz',
  'Olívia Paiva',
]
