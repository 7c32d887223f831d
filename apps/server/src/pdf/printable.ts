/**
 * Letters of Inter, the face that has most of them: runs of code points in base 36, each as its distance from the one before and, after a comma, how
 * many follow. They stand here so that the API can tell what is printable without the fonts; a test compares them.
 */
const runs = `
0 w,2m y,c 2,4a 2,3d 2,3z 2,11 3,6 2,a 2,i 2,2m 2,4 2 3 4 2 6 8 3,2 4 b,1 a,1 3,15 5,2 4,5 5,6 2 2,j 2,1g 5,1
j,6 3,1 2,3h 7,t 3,2n 1c 1sg 2wx d e 14 4,2 4 2,1 2 4,2 3 7,3 1j 4 r 4,1i 7,4f 2,3c 3,5 3,11 3,5 3,7 2 2 2 2,u
3,1g 2,e 2,d 3,5 2,i 3,2 2,8 2,b 5,n 8,12 2 8 h,1 3,q 2,c 4,f 2,4 3,2 2,3 s,3 a 8 g,1 2 2,1 3 a 3,1 7,4 4 4,1
3 4 9 i 3,1b 4,3 3 7,9 g,1 6,1 2,2 5,1 l 2 2 a,1 5,1 2 3 o 3,1 9 2,1 8 4 d b i o 4,1 1c,3 2z,2 j d,2 4 2d 7 4
1v,1 2c 1p,8 26,p r 52,2 8 8,1 3,1 3,3 3,1 3,3 3,1 4 n 9 h 5,1 1i 11 4 1n 37 4 1r e s,8 2v 6,5 7t 85 5q c,1 9
8 9k 3 ao p nt3 9s 8f atu 2,2k c,2b b,4 g,a d,2 h 3,1 2,3 2,2 4,1 9,1 2 6,1g 5 2o f,d 2,6z 279,6 2,1 2,6 2 3
6,14 2,1p 3,27 2,9 1k2 1mk 1bu8,q x,1 1d1 2
`

const letters = readRuns()
function readRuns(): Set<number> {
  const found = new Set<number>()
  let last = 0
  for (const run of runs.trim().split(/\s/)) {
    const [distance = 0, more = 0] = run.split(',').map((text) => Number.parseInt(text, 36))
    const first = last + distance
    last = first + more
    for (let point = first; point <= last; point++) found.add(point)
  }
  return found
}

/** Code points that can be printed, in rising order. */
export const listPrintable = (): number[] => [...letters]

const has = (letter: string) => letters.has(letter.codePointAt(0)!)

/** Letters that no font of ours has. Left out they would make another name of it, or none. */
export class UnprintableText extends Error {
  readonly text: string
  constructor(text: string) {
    super('no font has every letter of a text')
    this.text = text
  }
}

/**
 * The text as it can be drawn. Ornaments that no font of ours has, such as emoji, are left out, and so are signs that show nothing; letters that only
 * look unusual are drawn plain.
 * @returns undefined where a letter would be lost, nothing be left, letters be read in another order, or marks pile up over the line above
 */
export function toPrintable(text: string): string | undefined {
  const composed = text.normalize('NFC')
  if (/[\u202d\u202e]/.test(composed) || /\p{M}{3}/u.test(composed)) return undefined
  const spaced = composed.replace(/\p{Cf}/gu, '').replace(/\s+/g, ' ')
  const written = [...spaced].flatMap((letter) => (has(letter) ? letter : [...letter.normalize('NFKC')]))
  const drawn = written.filter(has).join('').replace(/ +/g, ' ').trim()
  const isLost = written.some((letter) => /[\p{L}\p{N}]/u.test(letter) && !has(letter))
  return isLost || (drawn === '' && text.trim() !== '') ? undefined : drawn
}
