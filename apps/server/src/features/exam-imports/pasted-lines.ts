/** Line of a pasted text, by its kind; its texts are as they were typed. */
export type PastedLine =
  | { kind: 'blank' }
  | { kind: 'question'; number: number; text: string }
  | { kind: 'option'; letter: string; text: string; isMarked: boolean }
  | { kind: 'answer'; text: string }
  | { kind: 'explanation'; text: string }
  | { kind: 'tags'; text: string }
  | { kind: 'difficulty'; text: string }
  | { kind: 'text'; text: string }

const labels: [kind: 'answer' | 'explanation' | 'tags' | 'difficulty', start: RegExp][] = [
  [
    'answer',
    /^(?:gabarito|respostas?|resp\.?|r|corretas?|certas?)(?: (?:corretas?|certas?|oficial))?(?:\s*[:=–-]\s*|$)/i,
  ],
  ['explanation', /^(?:explica[çc][ãa]o|coment[áa]rios?|justificativa|resolu[çc][ãa]o)\s*[:–-]\s*/i],
  ['tags', /^(?:etiquetas?|tags?|temas?|assuntos?)\s*:\s*/i],
  ['difficulty', /^(?:dificuldade|n[íi]vel)\s*:\s*/i],
]
const numbered =
  /^(?:(?:quest[ãa]o|pergunta|exerc[íi]cio)\s*(?:n[º°o.]*\s*)?(\d{1,4})\s*[.:)–-]?|(\d{1,4})\s*(?:[.)º°ª:]+-?|[-–](?=\s))(?!\d))\s*(.*)$/i
const right = '✓✔✅☑*'
const markedStart = new RegExp(`^\\s*[${right}]\\uFE0F?\\s*`, 'u')
const markedEnd = new RegExp(
  `\\s*(?:[${right}]\\uFE0F?|[([](?:x|certa|correta|resposta|gabarito|resposta (?:certa|correta))[)\\]]|<-+|←)\\s*$`,
  'iu',
)
const checked = /^\s*[([]\s*([xX✓✔ ]?)\s*[)\]]\s*(?=\S)/
const lettered = /^[([]?([a-jA-J])\s*(?:[).\]:]+-?|[-–](?=\s))\s*(.*)$/

/** Reads a line by its first characters. A messenger's bold around a whole number or label is ignored. */
export function readPastedLine(written: string): PastedLine {
  const line = written.trim()
  if (line === '') return { kind: 'blank' }
  const bare = line
    .replace(/^[*_]{1,3}(?=(?:quest|pergunta|exerc|gabarito|resp|\d))/i, '')
    .replace(/^(.{1,25}?:)[*_]{1,3}/, '$1')
  for (const [kind, start] of labels) if (start.test(bare)) return { kind, text: unbold(bare.replace(start, '')) }
  const [, named, digits, text = ''] = numbered.exec(bare) ?? []
  const number = named ?? digits
  if (number !== undefined)
    return { kind: 'question', number: Number(number), text: bare === line ? text : unbold(text) }
  return readOption(line) ?? { kind: 'text', text: line }
}

/** Removes the star that closed a bold line, once its opening one is gone. */
const unbold = (text: string) => text.replace(/[*_]{1,3}$/, '').trim()

function readOption(line: string): PastedLine | undefined {
  const box = checked.exec(line)
  const start = box ?? markedStart.exec(line)
  const rest = start ? line.slice(start[0].length) : line
  const [, letter, text] = lettered.exec(rest) ?? []
  const isChecked = box ? box[1]!.trim() !== '' : start !== null
  if (letter === undefined) return box ? { kind: 'option', letter: '', ...optionText(rest, isChecked) } : undefined
  return { kind: 'option', letter: letter.toUpperCase(), ...optionText(text!, isChecked) }
}

const optionText = (text: string, isMarked: boolean) => ({
  text: text.replace(markedEnd, '').trim(),
  isMarked: isMarked || markedEnd.test(text),
})

/** Splits 'a) one b) two c) three' in one line, at letters that follow each other. */
export function splitOptions(line: string): string[] {
  const parts: string[] = []
  let from = 0
  let next: string | undefined
  for (const found of line.matchAll(/(?<![^\s;])(?:[*✓✔✅]\s?)?([a-jA-J])\)\s*/gu)) {
    const letter = found[1]!.toUpperCase()
    if (next === undefined ? letter !== 'A' : letter !== next) continue
    if (found.index > from || next !== undefined) parts.push(line.slice(from, found.index).replace(/[;\s]+$/, ''))
    from = found.index
    next = String.fromCharCode(letter.charCodeAt(0) + 1)
  }
  // One letter alone is no list of options.
  return next === undefined || next === 'B' ? [line] : [...parts, line.slice(from)].filter((part) => part !== '')
}

/** Reads '1-b, 2) C; 3. V' and the like: the answers of numbered questions. */
export function readAnswerList(text: string): Map<number, string> {
  const found = text.matchAll(
    /(?<![\d.,])(\d{1,4})\s*(?:[-–.):=]+|\s)\s*(?:letra\s+)?([a-j](?:\s*(?:,|e|\/)\s*[a-j](?![\p{L}\d]))*|verdadeir[oa]|fals[oa]|v)(?![\p{L}\d])/giu,
  )
  return new Map([...found].map(([, number, answer]) => [Number(number), answer!]))
}
