import PDFDocument from 'pdfkit'

const days = Array.from({ length: 7 }, (_, at) => `Dia ${at + 1}: hora, temperatura, cheiro, altura`)
/** Handouts that students print, by title; each line leaves space to write. */
const handouts: Record<string, string[]> = {
  'Diário do levain': days,
  'Diário da massa': [
    'Mistura',
    'Primeira dobra',
    'Segunda dobra',
    'Divisão',
    'Modelagem',
    'Forno',
    'O que mudar na próxima',
  ],
  'Calendário do fermento': ['Segunda', 'Terça', 'Quarta', 'Quinta', 'Sexta', 'Sábado', 'Domingo'],
  'Receitas com o descarte': [
    'Panqueca: 200 g de descarte, 1 ovo, 1 colher de açúcar',
    'Biscoito de queijo: 150 g de descarte, 100 g de queijo',
  ],
  'Lista de utensílios': ['Balança', 'Termômetro', 'Raspador', 'Banneton', 'Lâmina', 'Panela de ferro'],
  'Lista de compras': [
    'Farinha de trigo, 2 kg',
    'Farinha integral, 1 kg',
    'Manteiga, 300 g',
    'Leite, 1 litro',
    'Ovos, meia dúzia',
  ],
  'Tabela do padeiro': ['Farinha: 100%', 'Água: 65 a 80%', 'Sal: 2%', 'Levain: 15 a 25%', 'Fermento seco: 0,5 a 1%'],
  'Ficha técnica': ['Nome da peça', 'Peso cru', 'Peso assado', 'Ingredientes', 'Rendimento', 'Validade'],
  'Planilha de custos': ['Ingredientes', 'Energia', 'Embalagem', 'Tempo de trabalho', 'Preço de venda'],
}

/** Draws a handout's page, as small as a real one. */
export function drawHandout(title: string): Promise<Buffer> {
  const document = new PDFDocument({ size: 'A4', margin: 64, info: { Title: title } })
  const chunks: Buffer[] = []
  document.on('data', (chunk: Buffer) => chunks.push(chunk))
  const finished = new Promise<Buffer>((resolve) => document.on('end', () => resolve(Buffer.concat(chunks))))
  document.fontSize(11).fillColor('#8c4f24').text('Ateliê do Pão').moveDown(0.3)
  document.fontSize(26).fillColor('#2b1a10').text(title).moveDown()
  document.fontSize(12)
  for (const line of handouts[title] ?? days) {
    document.text(line).moveDown(1.4)
    document.moveTo(64, document.y).lineTo(531, document.y).strokeColor('#d9c6a5').stroke().moveDown(0.8)
  }
  document.end()
  return finished
}
