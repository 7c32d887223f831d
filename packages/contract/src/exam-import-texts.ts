import { examQuestionLimits } from './exam-content.ts'
import { examImportLimits } from './exam-import-items.ts'
import type { ExamImport, ExamImportUndo, ExamImportVerdict, ExamImportVerdictRow } from './exam-imports.contract.ts'
import { countOf } from './messages.ts'

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
  guide: 'orientação para a correção',
  shuffled: 'embaralhar',
  pictures: 'imagens',
  file: 'arquivo',
} as const

/** Why an item is not taken. */
export const importReasons = {
  kindUnknown: (written: string) => `“${written}” não existe aqui`,
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
  pictureKind: (name: string) => `A imagem ${name} não é um JPEG ou PNG que se possa abrir`,
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
  pictureNamed:
    'Uma imagem sem descrição ficou com o nome do arquivo: procure “Sem descrição” no banco e descreva-a para quem não pode vê-la',
} as const

/** Description of a picture that has none, by which an author finds it. */
export const importedAlt = (name: string) => (name === '' ? 'Sem descrição' : `Sem descrição: ${name}`)

/** Why the rest of a file, or all of it, can't be read. */
export const importBreaks = {
  empty: 'Não encontramos nenhuma questão neste arquivo.',
  large: `O arquivo passa de ${examImportLimits.bytes / 1024 / 1024} MB.`,
  pastedLong: `O texto passa de ${examImportLimits.pastedMax / 1024 / 1024} milhões de letras. Cole uma parte de cada vez.`,
  many: `O arquivo tem mais de ${thousands.format(examImportLimits.items)} questões. Divida-o em dois.`,
  encoding: 'O arquivo não está na codificação que diz ter. Exporte-o de novo em UTF-8.',
  encodingUnknown: (name: string) => `O arquivo diz estar em “${name}”, que não lemos. Exporte-o de novo em UTF-8.`,
  notMoodle: 'Este não é um arquivo de questões em Moodle XML.',
  doctype: 'O arquivo traz um DOCTYPE, que um Moodle XML não tem, e não foi lido.',
  deep: `O arquivo tem mais de ${examImportLimits.xmlDepth} elementos um dentro do outro, e não foi lido.`,
  xml: (line: number) => `O XML está quebrado na linha ${thousands.format(line)}. Exporte o arquivo de novo.`,
  crowded: 'Uma questão do arquivo tem elementos demais, e o resto não foi lido.',
  cut: 'O arquivo termina no meio: parece que ficou incompleto.',
  noText: 'Este arquivo não é um texto com questões. Exporte-as como Moodle XML ou GIFT, ou use a planilha modelo.',
  rows: 'As linhas da planilha não chegaram inteiras. Envie o arquivo de novo.',
  heading: 'Falta a linha de títulos com a coluna “enunciado”. Use o arquivo modelo.',
} as const

/** Kinds of other systems that don't exist here. */
export const foreignKinds: Partial<Record<string, string>> = {
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

export const verdictLabels: Record<ExamImportVerdict, string> = {
  fresh: 'Pronta',
  known: 'Já está no banco',
  refused: 'Não importada',
  broken: 'Leitura interrompida',
}

export const verdictFileHeadings = ['Item', 'Linha', 'Questão', 'Situação', 'Motivo', 'O que se perde']

/** Cells of a verdict in its file. */
export const describeVerdict = ({ number, line, title, verdict, problems, notes }: ExamImportVerdictRow): string[] => [
  String(number),
  String(line),
  title,
  verdictLabels[verdict],
  problems.map(describeProblem).join('; '),
  notes.join('; '),
]

export const describeProblem = ({ field, reason }: ExamImportVerdictRow['problems'][number]): string =>
  `${field.slice(0, 1).toUpperCase()}${field.slice(1)}: ${reason}`

const questions = (count: number) => countOf(count, 'questão', 'questões')

/** Texts of the screens on which questions are imported. */
export const examImportTexts = {
  title: 'Importar questões',
  failed:
    'A importação parou antes do fim. Desfaça-a, ou envie o arquivo de novo: o que já está no banco é reconhecido.',
  imported: 'Importada',
  checking: 'Lendo o arquivo',
  writing: 'Importando',
  undoing: 'Desfazendo',
  unit: 'questões',
  confirm: (count: number) => `Importar ${questions(count)}`,
  fits: (free: number) =>
    free === 0
      ? `O banco já tem ${thousands.format(examQuestionLimits.perSchool)} questões, o máximo.`
      : `No banco cabem mais ${questions(free)}: as que passarem disso ficam de fora.`,
  none: 'Nenhuma questão deste arquivo pode ser importada.',
  takesKnown: 'Importar também as que já estão no banco',
  takesKnownHint: 'São as que têm o mesmo enunciado, o mesmo tipo e as mesmas opções.',
  started: 'A importação começou.',
  cancelled: 'Importação interrompida.',
  discarded: 'Arquivo descartado.',
  undoStarted: 'As questões estão saindo do banco.',
  cancelQuestion: 'Interromper a importação?',
  cancelText: 'As questões que já entraram ficam no banco, e você pode desfazer a importação.',
  undoStopped: 'Não foi possível desfazer até o fim. Tente de novo: nada se repete.',
  checked: ({ fresh, known, refused }: Pick<ExamImport, 'fresh' | 'known' | 'refused'>) =>
    [
      countOf(fresh, 'questão está pronta', 'questões estão prontas'),
      ...(known > 0 ? [countOf(known, 'parece já estar no banco', 'parecem já estar no banco')] : []),
      ...(refused > 0 ? [countOf(refused, 'não pode ser importada', 'não podem ser importadas')] : []),
    ].join(' · '),
  exportTitle: 'Exportar questões',
  exportLoss:
    'O arquivo leva as questões que a lista mostra agora. Imagens ficam de fora: a descrição entra no lugar de cada uma.',
  exportGift:
    'Para o Moodle. Dificuldade, etiquetas e unidade vão em comentários. O curso e as orientações para a correção ficam de fora.',
  exportCsv: 'Planilha com as colunas do arquivo modelo. O curso fica de fora.',
} as const

/** State of an import in a list. */
export function describeStatus(entry: Pick<ExamImport, 'status' | 'fresh' | 'written' | 'undo'>): string {
  if (entry.undo) return entry.undo.utc_ended_on === null ? 'Sendo desfeita' : 'Desfeita'
  switch (entry.status) {
    case 'checking':
      return 'Sendo lida'
    case 'checked':
      return `Espera você conferir: ${countOf(entry.fresh, 'pronta', 'prontas')}`
    case 'writing':
      return 'Sendo importada'
    case 'failed':
      return `Parou: ${countOf(entry.written, 'importada', 'importadas')}`
    case 'done':
    case 'cancelled':
      return describeImport(entry)
  }
}

/** Sums up an import that has ended. */
export const describeImport = ({ written, status }: Pick<ExamImport, 'written' | 'status'>): string =>
  status === 'cancelled' && written === 0
    ? 'Descartada: nada entrou no banco.'
    : `${written === 1 ? '1 questão entrou' : `${thousands.format(written)} questões entraram`} no banco${status === 'cancelled' ? ' antes de você interromper' : ''}.`

type Effect = Record<'used' | 'edited', number>

const describeStaying = ({ used, edited }: Effect): string[] => [
  ...(used > 0 ? [`${countOf(used, 'fica, porque uma avaliação a usa', 'ficam, porque uma avaliação as usa')}.`] : []),
  ...(edited > 0 ? [`${countOf(edited, 'fica, porque foi mudada', 'ficam, porque foram mudadas')} depois.`] : []),
]

/** Says before an undo what it will do. */
export const describeUndoOfImport = ({ removing, ...staying }: Effect & { removing: number }): string =>
  [
    removing === 0 ? 'Nenhuma questão sai do banco.' : `${countOf(removing, 'questão sai', 'questões saem')} do banco.`,
    ...describeStaying(staying),
  ].join(' ')

/** Sums up an undo. */
export const describeUndone = ({ removed, ...staying }: Pick<ExamImportUndo, 'removed' | 'used' | 'edited'>): string =>
  [
    'Importação desfeita:',
    removed === 0
      ? 'nenhuma questão saiu do banco.'
      : `${countOf(removed, 'questão saiu', 'questões saíram')} do banco.`,
    ...describeStaying(staying),
  ].join(' ')
