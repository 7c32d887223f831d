import { examQuestionLimits } from './exam-content.ts'
import { examImportLimits } from './exam-import-items.ts'

const thousands = new Intl.NumberFormat('pt-BR')

/** Names of the parts of an item, as verdicts say them. */
export const importFields = {
  kind: 'tipo',
  statement: 'enunciado',
  options: 'alternativas',
  option: (letter: string) => `alternativa ${letter}`,
  lefts: 'itens',
  left: (number: number) => `item ${number}`,
  right: 'resposta certa',
  tolerance: 'tolerância',
  unit: 'unidade',
  tags: 'etiquetas',
  difficulty: 'dificuldade',
  explanation: 'explicação',
  shuffled: 'embaralhar',
  pictures: 'imagens',
} as const

/** Why an item is not taken. */
export const importReasons = {
  kind: (name: string) => `não importada: tipo ${name}`,
  kindUnknown: (written: string) => `não importada: o tipo “${written}” não existe aqui`,
  tooLong: (most: number) => `Use no máximo ${thousands.format(most)} caracteres`,
  optionsFew: `São precisas ao menos ${examQuestionLimits.optionsMin} alternativas`,
  optionsMany: `São no máximo ${examQuestionLimits.optionsMax} alternativas`,
  acceptedMany: `São no máximo ${examQuestionLimits.acceptedMax} respostas aceitas`,
  rightMissing: 'Falta dizer qual é a resposta certa',
  itemsMany: `São no máximo ${examQuestionLimits.optionsMax} itens`,
  pairsShort: 'Cada item precisa da sua resposta, na mesma ordem e separadas por |',
  rightTwice: 'Mais de uma alternativa vale 100% numa questão de uma só resposta',
  rightUnknown: (written: string) => `Não há a alternativa “${written}”`,
  truthUnknown: (written: string) => `Escreva V ou F, e não “${written}”`,
  numberUnread: (written: string) =>
    `“${written}” não é um número com até 9 algarismos inteiros e 6 decimais, como 12,5`,
  numbersTwice: 'Mais de um número vale 100%; aqui a questão tem um só, com tolerância',
  wildcard: 'A resposta usa o curinga *, que aqui não existe',
  pictureUnread: (name: string) => `A imagem ${name} está quebrada no arquivo`,
  pictureMissing: (name: string) => `A imagem ${name} não está no arquivo`,
  pictureLarge: (name: string) => `A imagem ${name} passa de 3 MB`,
  unclosed: 'Falta fechar a chave } das respostas',
  valueUnknown: (written: string) => `Não entendemos “${written}”`,
} as const

/** Losses of a question that is taken. */
export const importNotes = {
  partial: 'A pontuação parcial vira certa/errada',
  severalRule: 'A pontuação parcial vira certa/errada: valem as certas menos as erradas',
  feedback: 'Os comentários de cada resposta ficam de fora',
  orderWhole: 'A questão passa a pedir todos os itens, e não uma parte deles',
  wildcards: 'As respostas com o curinga * ficam de fora',
  case: 'Maiúsculas e minúsculas passam a valer o mesmo',
  units: 'Fica só a unidade principal',
  otherNumbers: 'Os outros números e faixas ficam de fora',
  tags: `Ficam de fora etiquetas além de ${examQuestionLimits.tagsMax} ou com mais de ${examQuestionLimits.tagMax} letras`,
  pictureElsewhere: 'Uma imagem de outro endereço ficou de fora',
  pictureNamed: 'Uma imagem sem descrição ficou com o nome do arquivo: descreva-a para quem não pode vê-la',
} as const

/** Why the rest of a file, or all of it, can't be read. */
export const importBreaks = {
  empty: 'Não encontramos nenhuma questão neste arquivo.',
  large: `O arquivo passa de ${examImportLimits.bytes / 1024 / 1024} MB.`,
  many: `O arquivo tem mais de ${thousands.format(examImportLimits.items)} questões. Divida-o em dois.`,
  encoding: 'O arquivo não está na codificação que diz ter. Exporte-o de novo em UTF-8.',
  encodingUnknown: (name: string) => `O arquivo diz estar em “${name}”, que não lemos. Exporte-o de novo em UTF-8.`,
  notMoodle: 'Este não é um arquivo de questões em Moodle XML.',
  doctype: 'O arquivo traz um DOCTYPE, que um Moodle XML não tem, e não foi lido.',
  deep: `O arquivo tem mais de ${examImportLimits.xmlDepth} elementos um dentro do outro, e não foi lido.`,
  xml: (line: number) => `O XML está quebrado na linha ${thousands.format(line)}. Exporte o arquivo de novo.`,
  crowded: 'Uma questão do arquivo tem elementos demais, e o resto não foi lido.',
  cut: 'O arquivo termina no meio: parece que ficou incompleto.',
  heading: 'Falta a linha de títulos com a coluna “enunciado”. Use o arquivo modelo.',
} as const

/** Kinds of other systems that don't exist here. */
export const foreignKinds: Partial<Record<string, string>> = {
  essay: 'dissertativa',
  randomsamatch: 'associação aleatória',
  cloze: 'lacunas (cloze)',
  multianswer: 'lacunas (cloze)',
  calculated: 'calculada',
  calculatedsimple: 'calculada simples',
  calculatedmulti: 'calculada de múltipla escolha',
  ddwtos: 'arrastar palavras para o texto',
  ddimageortext: 'arrastar sobre a imagem',
  ddmarker: 'arrastar marcadores',
  gapselect: 'escolher palavras que faltam',
  description: 'descrição (texto sem pergunta)',
  random: 'aleatória',
}

/** Losses of an export, with the places of the questions in its list. */
export const exportNotes = {
  pictures: (numbers: number[]) =>
    `O arquivo não leva imagens: ${numbers.length === 1 ? 'a da questão' : 'as das questões'} ${numbers.join(', ')} ${numbers.length === 1 ? 'virou' : 'viraram'} a sua descrição.`,
} as const
