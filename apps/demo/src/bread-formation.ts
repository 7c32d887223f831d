import { films, modulesOf } from './demo-lessons.ts'
import type { DemoCourse } from './demo-types.ts'

const outline = `
Boas-vindas: Quem vai ensinar você | Como estudar esta formação | O caminho das vinte etapas | A bancada que você precisa | Balança, termômetro e relógio | Medidas em porcentagem | O caderno do padeiro | Higiene sem exagero | O seu primeiro pão, hoje | O que mudou no segundo
Farinhas: O grão por dentro | Força e elasticidade | Tipo 1, tipo 2 e integral | Centeio | Espelta e trigos antigos | Sêmola e fubá | Farinhas brasileiras | Absorção de água | Comprar, guardar, peneirar | Teste: três farinhas, um pão
Água e sal: A água da torneira | Temperatura da água | Hidratação baixa | Hidratação alta | Bassinage | Para que serve o sal | A hora do sal | Sal grosso, fino e flor | Pão sem sal | Exercício: a mesma massa a 60, 70 e 80%
Fermentos: Seco, fresco e natural | Poolish | Biga | Esponja | Massa velha | Quanto fermento usar | Fermentação lenta | Fermentação na geladeira | Quando o fermento cansa | Exercício: um pão, quatro fermentos
Levain: Criar do zero | Alimentar | Levain firme e levain líquido | A linha do tempo | Acidez e aroma | Secar e guardar | Reviver | O descarte que vira panqueca | Levain em viagem | Diagnóstico: cheiros e cores
Sova: Por que sovar | Sova à mão | Bater e dobrar | Na batedeira | Autólise | Ponto de véu | Massas que não se sovam | Sova e temperatura | Erros de sova | Exercício: dez minutos de mão
Primeira fermentação: O que acontece na tigela | Dobras | A que horas dobrar | Bolhas e cúpula | Fermentar no calor | Fermentar no frio | Passou do ponto | Salvar a massa | Planejar o dia | Exercício: diário de uma massa
Divisão e pré-modelagem: Dividir sem rasgar | O peso de cada peça | Pré-modelar | Descanso de bancada | Farinha na medida | Espátula e mão | Massas muito úmidas | Massas firmes | Ritmo de produção | Exercício: doze peças iguais
Modelagem: Bola | Filão | Baguete | Fendu | Trança de três | Trança de seis | Coroa | Fôrma | Selar de verdade | Exercício: a mesma massa em quatro formas
Segunda fermentação: O banneton | Linho e farinha de arroz | O teste do dedo | Estufa improvisada | Retardo de doze horas | Da geladeira ao forno | Pão murcho | Pão apertado | Combinar fornadas | Exercício: três pontos, três pães
Cortes: A lâmina | O ângulo | Um corte só | Espiga | Folhas e desenhos | Profundidade | Massa gelada ajuda | Cortes que não abrem | Estêncil com farinha | Exercício: vinte cortes
Forno: Conhecer o seu forno | Pedra e aço | Panela de ferro | Vapor | Preaquecer | A curva de temperatura | Crosta fina e grossa | O ponto do miolo | Esfriar é assar | Exercício: mapa de calor
Baguete tradicional: A massa do dia | Fermentação longa | Modelagem em três tempos | Cortes | Vapor | Crosta que canta | Meia baguete | Com gergelim | Congelar pré-assada | Prova: seis baguetes
Pães rústicos: Campagne | Pão de centeio | Multigrãos | Nozes e passas | Azeitona e alecrim | Abóbora | Batata-doce | Mandioca | Castanhas brasileiras | Prova: o pão da casa
Pães macios: Tangzhong | Pão de leite | Pão de forma | Bisnaguinha | Hambúrguer | Cachorro-quente | Pão de batata | Pão de queijo da padaria | Recheados | Prova: duas fôrmas
Pães enriquecidos: Brioche | Manteiga na hora certa | Challah | Pão doce | Rosca | Sonho | Babka | Panetone: a ideia | Glacês e brilhos | Prova: brioche à tête
Laminados: A massa base | A manteiga | Três dobras simples | Croissant | Pain au chocolat | Danish | Cruffin | Salgados | Organizar a semana | Prova: doze croissants
Pizzas e focaccias: Napolitana | Romana | Na assadeira | Focaccia genovesa | Barese | Molho cru | Queijos | Forno de casa no máximo | Pizza na chapa | Prova: noite de pizza
Produção: Ficha técnica | Custo por peça | Planejar a fornada | Equipamento de padaria | Congelar e regenerar | Rotulagem | Fermentação controlada | Equipe pequena | Entregas | Prova: uma fornada de quarenta pães
Projeto final: Escolher o projeto | Pesquisa | Primeira versão | Provar com estranhos | Ajustar a receita | Fotografar pão | Escrever a receita | Apresentar | Avaliação | Encerramento
`

export const formation: DemoCourse = {
  title: 'Formação completa em panificação',
  tagline: 'Vinte módulos, duzentas aulas e um projeto final',
  description:
    '<p>Tudo o que a Helena ensina em dois anos de bancada, na ordem em que faz sentido aprender. Cada módulo termina com um <strong>exercício ou uma prova</strong>, e o certificado sai com o projeto final.</p><h3>Para quem é</h3><ul><li>Para quem já assa em casa e quer entender o porquê</li><li>Para quem vai abrir uma padaria pequena</li><li>Para cozinheiros que querem o pão da casa</li></ul>',
  workloadMinutes: 4800,
  cover: ['#3b1f14', '#d99a4e'],
  motif: 'wheat',
  modules: modulesOf(outline, {
    'Quem vai ensinar você': {
      media: films.vimeo,
      text: '<p>Eu sou a <strong>Helena</strong>. Faço pão há dezenove anos e errei quase todos os que sei fazer hoje. Nesta formação você vai errar menos.</p>',
    },
    'A bancada que você precisa': { pdfs: ['Lista de utensílios'] },
    'Medidas em porcentagem': {
      text: '<p>Na padaria a farinha vale <strong>100%</strong>. O resto se mede a partir dela:</p><ul><li>Água: 70%</li><li>Sal: 2%</li><li>Levain: 20%</li></ul><p>Com 500 g de farinha, são 350 g de água. Faça a conta uma vez e nunca mais procure receita.</p>',
      pdfs: ['Tabela do padeiro'],
    },
    'Ficha técnica': { pdfs: ['Ficha técnica'], media: films.loom },
    'Custo por peça': { pdfs: ['Planilha de custos'], media: films.loom },
    'Planejar o dia': { pdfs: ['Diário da massa'] },
  }),
}
