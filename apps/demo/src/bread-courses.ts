import { films, lessons, modulesOf } from './demo-lessons.ts'
import type { DemoCourse } from './demo-types.ts'

const fromZero: DemoCourse = {
  title: 'Fermentação natural do zero',
  tagline: 'Do primeiro levain ao pão que estala na saída do forno',
  description:
    '<p>Um curso <strong>sem pressa</strong>: você cria o seu fermento, entende o que ele pede e assa o primeiro pão em uma semana.</p><ul><li>Levain saudável, em qualquer clima</li><li>Sova sem esforço</li><li>Forno de casa com crosta de padaria</li></ul>',
  workloadMinutes: 480,
  teacher: 'Helena Duarte',
  cover: ['#7a3b1d', '#e7b46a'],
  motif: 'loaf',
  modules: [
    {
      title: 'O fermento',
      lessons: [
        {
          title: 'O que é fermentação natural',
          media: films.bunny,
          minutes: 9,
          text: '<p>Farinha, água e paciência. Nesta aula você conhece quem faz o trabalho pesado: <strong>leveduras</strong> e <strong>bactérias</strong> que já vivem no grão.</p><blockquote><p>O fermento não se compra pronto. Ele se conhece.</p></blockquote><h2>O que você vai entender</h2><ul><li>Por que o pão cresce sem fermento de pacotinho</li><li>De onde vem o azedinho, e como ter mais ou menos dele</li><li>O que muda quando faz frio ou calor</li></ul>',
          links: [{ title: 'Trigo no Brasil: a página da Embrapa', link: 'https://www.embrapa.br/trigo' }],
        },
        {
          title: 'Criando o levain em sete dias',
          media: films.bunnyOnVimeo,
          minutes: 14,
          text: '<h2>Você vai precisar de</h2><ul><li>Farinha integral</li><li>Um pote de vidro</li><li>Uma balança</li></ul><p>Imprima o diário e anote <em>cheiro, altura e hora</em>. No quarto dia parece que deu errado: é assim mesmo.</p>',
          pdfs: ['Diário do levain'],
        },
        {
          title: 'Alimentar, guardar, reviver',
          media: films.tears,
          minutes: 11,
          text: '<p>Quem assa uma vez por semana guarda na geladeira. Quem assa todo dia deixa na bancada. Aqui estão os dois calendários.</p>',
          links: [{ title: 'Tabela de temperaturas', link: 'https://www.embrapa.br/' }],
          pdfs: ['Calendário do fermento', 'Receitas com o descarte'],
        },
      ],
    },
    { title: 'A massa', lessons: lessons(['Autólise sem mistério', 'Dobras e sova', 'O ponto da fermentação']) },
    { title: 'O forno', lessons: lessons(['Cortes que abrem', 'Vapor no forno de casa']) },
  ],
}

const everyDay: DemoCourse = {
  title: 'Pães do dia a dia',
  tagline: 'Cinco receitas para a semana inteira',
  description: '<p>Receitas diretas, com medidas que funcionam e a lista de compras pronta.</p>',
  workloadMinutes: 210,
  cover: ['#35524a', '#e9d3a4'],
  motif: 'sliced',
  modules: [
    {
      title: 'As receitas',
      lessons: lessons(['Pão de forma', 'Pão integral', 'Focaccia', 'Pão de batata', 'Bisnaguinha'], {
        'Pão de forma': { pdfs: ['Lista de compras'] },
      }),
    },
  ],
}

const worldOfBread: DemoCourse = {
  title: 'Pães do mundo',
  tagline: 'Doze países, doze massas, a mesma cozinha',
  description:
    '<p>Uma viagem pela bancada: da <em>baguete</em> ao <em>naan</em>, com o que cada povo descobriu sobre farinha.</p>',
  workloadMinutes: 540,
  cover: ['#1f3a5f', '#e8b75d'],
  motif: 'baguettes',
  modules: modulesOf(`
Europa: Baguete francesa | Ciabatta italiana | Pão de centeio alemão | Broa portuguesa
Oriente Médio: Pita | Lavash | Simit turco
Ásia: Naan na frigideira | Shokupan | Bao no vapor
Américas: Pão sírio à brasileira | Bagel de Nova York`),
}

const puff: DemoCourse = {
  title: 'Massas folhadas',
  tagline: 'Croissant, danish e mil-folhas com manteiga de verdade',
  description: '<p>Laminar é um gesto. Aqui ele é mostrado devagar, de vários ângulos.</p>',
  workloadMinutes: 360,
  cover: ['#8a4b08', '#f4dca6'],
  motif: 'croissant',
  draft: { title: 'Massas folhadas, passo a passo' },
  modules: [
    { title: 'Laminação', lessons: lessons(['A manteiga certa', 'As três dobras', 'Descanso e frio']) },
    { title: 'Croissant', lessons: lessons(['Modelagem', 'Fermentação e forno', 'Recheios que não vazam']) },
  ],
}

const brioche: DemoCourse = {
  title: 'Brioches e pães doces',
  tagline: 'Um módulo por semana, para dar tempo de praticar',
  description:
    '<p>Massas com manteiga pedem calma. Por isso este curso se abre <strong>um módulo por semana</strong>: você assa, come, e só então passa ao próximo.</p>',
  workloadMinutes: 300,
  cover: ['#6d2b3d', '#f3c6a5'],
  motif: 'brioche',
  settings: { no_dripping: false },
  modules: modulesOf(`
Semana 1, a massa: O brioche clássico | Manteiga na hora certa | O ponto de véu
Semana 2, as formas: À tête | Nanterre | Trança
Semana 3, os recheios: Babka de chocolate | Rosca de coco | Sonho de padaria
Semana 4, a vitrine: Brilhos e glacês | Embalar sem amassar`),
}

const panettone: DemoCourse = {
  title: 'Panetone artesanal',
  tagline: 'A receita de três dias que cabe na sua cozinha',
  description: '<p>Abre em dezembro.</p>',
  workloadMinutes: 300,
  cover: ['#4a1d3f', '#e0a05a'],
  motif: 'panettone',
  isUnpublished: true,
  modules: [{ title: 'Antes de começar', lessons: lessons(['O calendário de três dias', 'A massa madre firme']) }],
}

const pizza: DemoCourse = {
  title: 'Pizza napolitana em casa',
  tagline: 'Borda alta e sessenta segundos de fogo, no seu forno',
  description: '<p>Massa de 24 horas, molho cru e um jeito de enganar o forno de casa.</p>',
  workloadMinutes: 150,
  cover: ['#7c1f1b', '#f0b35b'],
  motif: 'pizza',
  modules: modulesOf(`
A massa: Farinha e água | 24 horas de geladeira | Abrir com as mãos
O fogo: Aço, pedra ou frigideira | Molho e queijo | A noite de pizza`),
}

const woodOven: DemoCourse = {
  title: 'Forno a lenha',
  tagline: 'Acender, esperar e assar o dia inteiro',
  description: '<p>Da primeira lenha ao pão que aproveita o calor do dia seguinte.</p>',
  workloadMinutes: 180,
  cover: ['#2b2523', '#e2703a'],
  motif: 'oven',
  modules: modulesOf(`
O forno: Tipos de forno | A lenha certa | Acender e curar
O dia: Pizza a 450 graus | Pães a 240 graus | Assados a 160 graus | Manutenção`),
}

const selling: DemoCourse = {
  title: 'Venda seus pães',
  tagline: 'Preço, embalagem e a primeira encomenda',
  description: '<p>Quanto custa de verdade um pão? Planilha incluída.</p>',
  workloadMinutes: 150,
  cover: ['#24506a', '#9fd0c9'],
  motif: 'bag',
  settings: { is_private: true, landing_page_url: 'ateliedopao.example/venda-seus-paes' },
  modules: [
    {
      title: 'Do forno ao cliente',
      lessons: lessons(['Custo e preço', 'Embalagem', 'A primeira encomenda'], {
        'Custo e preço': { media: films.loom, pdfs: ['Planilha de custos'] },
      }),
    },
  ],
}

const mentoring: DemoCourse = {
  title: 'Mentoria para padarias',
  tagline: 'Encontros gravados da turma de assinantes',
  description: '<p>Conversas reais sobre padarias reais. Só para assinantes.</p>',
  workloadMinutes: 240,
  cover: ['#2f3b2c', '#c8b273'],
  motif: 'shop',
  settings: { is_visible: false, is_private: true, has_comments: false },
  modules: modulesOf(`
Encontros: Abrir ou não abrir | O ponto comercial | Três sócios e um forno | O primeiro verão`),
}

export const breadCourses = {
  fromZero,
  everyDay,
  worldOfBread,
  puff,
  brioche,
  panettone,
  pizza,
  woodOven,
  selling,
  mentoring,
}
