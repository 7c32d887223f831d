/** Signs that a backslash makes letters of, and the line end that it writes with an n. */
const signs = ['\\', ':', '#', '=', '{', '}', '~'] as const
const firstStand = 0xfdd0
/** No text has these; they stand for an escaped sign while the signs of the syntax are looked for. */
const stands = /[\uFDD0-\uFDD7]/g
const standOf = (at: number) => String.fromCharCode(firstStand + at)

/** Puts a stand-in for each escaped sign. Other backslashes are letters, as those of TeX. */
export const hideEscapes = (text: string): string =>
  text
    .replace(stands, '')
    .replace(/\\([\\:#={}~n])/g, (_, sign: string) =>
      standOf(sign === 'n' ? signs.length : signs.indexOf(sign as (typeof signs)[number])),
    )

export const showEscapes = (text: string): string =>
  text.replace(stands, (stand) => signs[stand.charCodeAt(0) - firstStand] ?? '\n')

export const writeEscapes = (text: string): string =>
  text
    .replace(/[\\:#={}~]/g, '\\$&')
    .replaceAll('\r', '')
    .replaceAll('\n', '\\n')
