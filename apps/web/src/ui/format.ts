// The first formatter of a page reads the browser's tables of the language, which a cheap phone feels: made when it is asked for.
let number: Intl.NumberFormat | undefined
let oneDigit: Intl.NumberFormat | undefined

/** 10.000 */
export const formatNumber = (value: number) => {
  number ??= new Intl.NumberFormat('pt-BR')
  return number.format(value)
}

/** 1,5 MB */
export const formatBytes = (bytes: number) => {
  const units = ['bytes', 'KB', 'MB', 'GB']
  const power = bytes < 1 ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(1024)), units.length - 1)
  oneDigit ??= new Intl.NumberFormat('pt-BR', { maximumFractionDigits: 1 })
  return `${oneDigit.format(bytes / 1024 ** power)} ${units[power]}`
}
