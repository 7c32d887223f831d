/** Number of words of each list, the most used first, that a thief tries with digits behind them. */
const triedWords = 5000
/** Digits and signs around a word that make it no harder to guess. */
const addedCharacters = 4

const plain = (text: string) => text.toLowerCase().normalize('NFKD').replace(/\p{M}/gu, '')

const letters: Record<string, string> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', $: 's', '@': 'a', '!': 'i' }
/** Reads the digits that stand for letters, as in 's3nh@'. */
const readLetters = (text: string) => text.replace(/[013457$@!]/g, (sign) => letters[sign]!)

async function readLists() {
  const [common, portuguese] = await Promise.all([
    import('@zxcvbn-ts/language-common'),
    import('@zxcvbn-ts/language-pt-br'),
  ])
  const passwords = common.dictionary['passwords-common']
  const { dictionary } = portuguese
  const words = [
    passwords,
    dictionary['commonWords-pt-br'],
    dictionary['wikipedia-pt-br'],
    dictionary['firstnames-pt-br'],
    dictionary['lastnames-pt-br'],
    dictionary['months-pt-br'],
  ]
  return {
    passwords: new Set(passwords.map(plain)),
    words: new Set(words.flatMap((list) => list.slice(0, triedWords)).map(plain)),
  }
}
/** Lists of the first password that was chosen: they take a tenth of a second and some megabytes, which a process that asks for none is spared. */
let lists: ReturnType<typeof readLists> | undefined

/**
 * Tells whether a password is among those that are tried first: a much used one, or a usual Portuguese word or name with at most four digits
 * or signs around it, as 'escola123'. Case, accents and digits in place of letters make no difference.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  lists ??= readLists()
  const { passwords, words } = await lists
  const text = plain(password)
  if (passwords.has(text)) return true
  const [, before = '', core = '', after = ''] = /^([^a-z]*)(.*?)([^a-z]*)$/s.exec(text) ?? []
  if (before.length + after.length > addedCharacters) return false
  return [core, readLetters(core)].some((word) => words.has(word) || passwords.has(word)) || /^(.)\1*$/s.test(core)
}
