/** Characters that a backslash makes literal, and the line break, which it writes with an n. */
const signs = ['\\', ':', '#', '=', '{', '}', '~'] as const
const firstStand = 0xfdd0
/** No text has these characters; they stand in for escaped ones while the syntax is parsed. */
const stands = /[\uFDD0-\uFDD7]/g
const standOf = (at: number) => String.fromCharCode(firstStand + at)

/** Replaces each escaped character by its stand-in. Other backslashes are literal, such as those of TeX. */
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
