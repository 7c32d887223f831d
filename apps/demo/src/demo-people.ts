import type { DemoQuestion } from './demo-types.ts'

const names = `
Ana Beatriz Souza, Bruno Carvalho, Carla Menezes, Diego Fontes, Elisa Prado, Fábio Antunes, Gabriela Rocha, Heitor Lacerda, Isabela Moura,
João Pedro Alves, Kátia Ribeiro, Leandro Pires, Marina Castilho, Nádia Ferraz, Otávio Brandão, Patrícia Leal, Quésia Barros, Renato Guimarães,
Sílvia Torres, Tânia Uchôa, Ulisses Vieira, Valéria Nunes, Wagner Teixeira, Xênia Duarte, Yara Monteiro, Zeca Albuquerque, Amanda Coelho,
Bernardo Sales, Cecília Freitas, Davi Rezende, Estela Campos, Frederico Maia, Giovana Peixoto, Hugo Bittencourt, Íris Magalhães,
Jonas Medeiros, Lívia Sampaio, Murilo Tavares, Noemi Queiroz, Olívia Paiva, Paulo Sérgio Lima, Raquel Azevedo, Samuel Assunção,
Teresa Cavalcanti, Úrsula Braga, Vicente Prates, Wilma Dantas, Alice Figueiredo, Benedito Ramos, Clarice Bastos, Danilo Arruda,
Eunice Toledo, Flávio Machado, Glória Siqueira, Henrique Borges, Ivone Cardoso, Júlio César Pinho, Laura Valadares, Marcos Vinícius Reis, Natália Fagundes
`

/** The start prints the account of the first student. */
export const demoStudents = names.split(',').map((name) => name.trim())

export const breadQuestions: DemoQuestion[] = [
  {
    course: 'Fermentação natural do zero',
    lesson: 'Criando o levain em sete dias',
    days: 15,
    by: 'Ana Beatriz Souza',
    text: '<p>No terceiro dia o meu levain parou de crescer e ficou com cheiro de acetona. Perdi tudo?</p>',
    replies: [
      '<p>Não perdeu nada, Ana! É fome. Alimente <strong>duas vezes por dia</strong> por dois dias, na proporção 1:2:2, e o cheiro de acetona vai embora.</p>',
    ],
  },
  {
    course: 'Fermentação natural do zero',
    lesson: 'O que é fermentação natural',
    days: 29,
    text: '<p>Posso usar farinha de trigo comum do mercado para começar?</p>',
    replies: [
      '<p>Pode! Prefira uma sem aditivos. Se puder misturar um terço de integral, ele acorda mais depressa.</p>',
      '<p>Misturei e em quatro dias já estava dobrando. Obrigada!</p>',
      '<p>Que alegria. Manda foto quando sair o primeiro pão.</p>',
    ],
  },
  {
    course: 'Fermentação natural do zero',
    lesson: 'Vapor no forno de casa',
    days: 21,
    text: '<p>Meu forno é a gás e o vapor escapa todo. Dá certo com panela de alumínio batido?</p>',
    replies: [
      '<p>Dá, desde que feche bem. Aqueça a panela por 40 minutos e cuidado com a tampa: ela sai <em>muito</em> quente.</p>',
    ],
  },
  {
    course: 'Pães do dia a dia',
    lesson: 'Pão de forma',
    days: 17,
    text: '<p>Qual é o tamanho da fôrma da aula?</p>',
    replies: ['<p>22 × 11 cm, de um quilo. Na lista de compras tem a marca que eu uso.</p>'],
  },
  {
    course: 'Massas folhadas',
    lesson: 'A manteiga certa',
    days: 13,
    text: '<p>Margarina para folhados funciona para treinar?</p>',
    replies: ['<p>Funciona para treinar o gesto, e só. O sabor e a textura são da manteiga.</p>'],
  },
  {
    course: 'Formação completa em panificação',
    lesson: 'Medidas em porcentagem',
    days: 11,
    text: '<p>No cálculo, a água do levain entra na hidratação total?</p>',
    replies: ['<p>Entra, e a farinha dele também. Na tabela anexa eu mostro as duas contas lado a lado.</p>'],
  },
  {
    course: 'Venda seus pães',
    lesson: 'Custo e preço',
    days: 8,
    text: '<p>Vocês contam a própria hora no preço desde o começo?</p>',
    replies: ['<p>Desde o primeiro pão. Se a sua hora não entra na conta, você está pagando para trabalhar.</p>'],
  },
  {
    course: 'Pizza napolitana em casa',
    lesson: '24 horas de geladeira',
    days: 6,
    text: '<p>Passei de 24 para 40 horas sem querer. Ainda presta?</p>',
    replies: ['<p>Presta! Até 72 horas, com menos fermento da próxima vez.</p>'],
  },
  {
    course: 'Formação completa em panificação',
    lesson: 'Levain firme e levain líquido',
    days: 5,
    text: '<p>Converti para firme e ele demora o dobro para subir. É normal ou a minha farinha é fraca?</p>',
  },
  {
    course: 'Fermentação natural do zero',
    lesson: 'Dobras e sova',
    days: 4,
    text: '<p>Quantas dobras no verão? Aqui em Recife a cozinha passa de 31 °C.</p>',
  },
  {
    course: 'Massas folhadas',
    lesson: 'As três dobras',
    days: 3,
    text: '<p>A manteiga quebrou dentro da massa na segunda dobra. Descanso mais tempo ou começo de novo?</p>',
  },
  {
    course: 'Fermentação natural do zero',
    lesson: 'Alimentar, guardar, reviver',
    days: 2,
    by: 'Ana Beatriz Souza',
    text: '<p>Vou viajar quinze dias. Seco o levain ou deixo na geladeira sem alimentar?</p>',
  },
  {
    course: 'Pães do dia a dia',
    lesson: 'Focaccia',
    days: 1,
    text: '<p>Posso trocar metade do azeite por óleo sem mudar a textura?</p>',
  },
]
