import { breadCourses } from './bread-courses.ts'
import { formation } from './bread-formation.ts'
import { breadExam, breadExamQuestions } from './demo-exam-questions.ts'
import { films, lessons } from './demo-lessons.ts'
import { breadQuestions } from './demo-people.ts'
import type { DemoSchool } from './demo-types.ts'

const { fromZero, everyDay, worldOfBread, puff, brioche, panettone, pizza, woodOven, selling, mentoring } = breadCourses

export const demoSchools: DemoSchool[] = [
  {
    name: 'Ateliê do Pão',
    owner: { name: 'Helena Duarte', email: 'helena@atelie.example' },
    theme: 'jabuticaba',
    cellphone: '11987654321',
    categories: [
      { title: 'Comece por aqui', courses: [fromZero, everyDay] },
      { title: 'Pães artesanais', courses: [formation, worldOfBread] },
      { title: 'Confeitaria', courses: [puff, brioche, panettone] },
      { title: 'Pizzas e fogo', courses: [pizza, woodOven] },
      { title: 'Negócio do pão', courses: [selling, mentoring] },
    ],
    cohorts: [
      {
        title: 'Turma de março',
        courses: [fromZero.title, everyDay.title, formation.title, brioche.title, pizza.title],
        students: 18,
      },
      { title: 'Turma de setembro', courses: [fromZero.title, puff.title, worldOfBread.title], students: 14 },
      {
        title: 'Formação 2026',
        courses: [formation.title, selling.title],
        students: 10,
      },
      { title: 'Assinantes', courses: 'all', students: 10 },
      { title: 'Turma aberta', students: 8 },
    ],
    sales: {
      cohort: 'Formação 2026',
      name: formation.title,
      products: { hotmart: '7000001', eduzz: '2100456', kiwify: 'pao-formacao', hubla: 'formacao-2026' },
      other: { id: '7000002', name: 'Mentoria de panificação' },
    },
    changes: {
      ending: 'Assinantes',
      first: 'Turma piloto',
      target: 'Turma de março',
      from: 'Turma de setembro',
    },
    examQuestions: breadExamQuestions,
    exam: breadExam,
    certificates: {
      templates: [
        {
          title: 'Certificado de conclusão',
          layout: 'classic',
          signers: [{ name: 'Helena Duarte', role: 'Direção' }],
          stroke:
            'M110 210C150 60 190 40 180 150S150 280 170 200 260 90 250 180 270 240 310 170 350 150 340 200 380 220 420 160 460 190 500 170 560 120 640 190 760 150 850 130',
        },
        {
          title: 'Certificado de formação',
          layout: 'solemn',
          courses: [formation.title, selling.title],
          signers: [
            { name: 'Helena Duarte', role: 'Direção' },
            { name: 'Otto Brandt', role: 'Mestre padeiro' },
          ],
          stroke:
            'M110 210C150 60 190 40 180 150S150 280 170 200 260 90 250 180 270 240 310 170 350 150 340 200 380 220 420 160 460 190 500 170 560 120 640 190 760 150 850 130',
        },
        {
          title: 'Primeiros passos na panificação',
          layout: 'modern',
          kind: 'sum',
          courses: [fromZero.title, everyDay.title],
          signers: [{ name: 'Lúcia Ferrão', role: 'Coordenação pedagógica' }],
          stroke:
            'M140 80C120 160 110 240 150 250S300 240 290 180 240 170 260 220 340 230 370 170 400 190 410 220 470 170 520 200 600 140 690 210 800 170 860 190',
        },
      ],
      revoked: { cohort: 'Turma de setembro', why: 'As aulas foram assistidas por outra pessoa.' },
    },
    affiliates: [
      {
        name: 'Forno da Serra',
        owner: { name: 'Celina Prado', email: 'celina@forno.example' },
        theme: 'atlantico',
        cellphone: '54991112233',
        answer: 'approved',
      },
      {
        name: 'Casa do Fermento',
        owner: { name: 'Davi Lacerda', email: 'davi@fermento.example' },
        theme: 'jabuticaba',
        cellphone: '31992223344',
      },
      {
        name: 'Trigo e Sal',
        owner: { name: 'Noemi Prates', email: 'noemi@trigo.example' },
        theme: 'atlantico',
        cellphone: '81993334455',
        answer: 'declined',
      },
    ],
    questions: breadQuestions,
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
            motif: 'code',
            modules: [
              {
                title: 'Pensar em passos',
                lessons: lessons(['Algoritmos do cotidiano', 'Decisões', 'Repetições', 'Funções'], {
                  'Algoritmos do cotidiano': {
                    media: films.loom,
                    text: '<p>Escreva, em português, como se faz um café.</p>',
                  },
                }),
              },
            ],
          },
        ],
      },
    ],
    cohorts: [{ title: 'Turma de estreia', courses: 'all', students: 9 }],
    questions: [
      {
        course: 'Lógica de programação',
        lesson: 'Repetições',
        days: 3,
        text: '<p>Quando uso “enquanto” e quando uso “para”?</p>',
      },
    ],
  },
]
