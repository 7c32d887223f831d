/** Every form in which a noun and its Portuguese word stand in the code. */
export interface Names {
  /** study-notes */
  plural: string
  /** study-note */
  singular: string
  /** recados */
  words: string
  /** recado */
  word: string
}

const singularOf = (plural: string) =>
  plural
    .replace(/ies$/, 'y')
    .replace(/(z)zes$|(ss|sh|ch|x)es$/, '$1$2')
    .replace(/(?<!s)s$/, '')
/** 'a' or 'an', by the sound of the word: a user, an answer. */
const articleOf = (word: string) => (/^(?:[aeio]|u(?!ni|se))/.test(word) ? 'an' : 'a')

/**
 * Reads the words of the command.
 * @throws with a sentence when a word can't be a noun's
 */
export function namesOf([plural = '', word, words]: string[]): Names {
  if (!/^[a-z]+(-[a-z]+)*s$/.test(plural))
    throw new Error(
      'Say the noun in the plural, as in `pnpm new study-notes recado recados`: the noun of the code, then the word of the screens.',
    )
  const shown = word ?? singularOf(plural)
  const allShown = words ?? `${shown}s`
  for (const each of [shown, allShown])
    if (!/^[\p{Ll}-]+$/u.test(each)) throw new Error(`“${each}” has to be one word in small letters.`)
  return { plural, singular: singularOf(plural), word: shown, words: allShown }
}

const capital = (text: string) => text.charAt(0).toLocaleUpperCase('pt-BR') + text.slice(1)
export const camelOf = (kebab: string) => kebab.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
export const snakeOf = (kebab: string) => kebab.replaceAll('-', '_')
export const addressOf = ({ words }: Names) => words.normalize('NFD').replace(/\p{M}/gu, '')

/** Puts the names into a template, which is written for study notes (recados). */
export function fill(template: string, names: Names): string {
  const { plural, singular, word, words } = names
  const swaps: [string, string][] = [
    ['a study note', `${articleOf(singular)} study note`],
    ['recado-address', addressOf(names)],
    ['Recados', capital(words)],
    ['recados', words],
    ['recado', word],
    ['StudyNote', capital(camelOf(singular))],
  ]
  for (const [one, many] of [
    ['studyNote', camelOf],
    ['study_note', snakeOf],
    ['study-note', (kebab: string) => kebab],
    ['study note', (kebab: string) => kebab.replaceAll('-', ' ')],
    ['Study note', (kebab: string) => capital(kebab.replaceAll('-', ' '))],
  ] as const)
    swaps.push([`${one}s`, many(plural)], [one, many(singular)])
  swaps.splice(5, 0, ['StudyNotes', capital(camelOf(plural))])
  return swaps.reduce((text, [from, to]) => text.replaceAll(from, to), template)
}
