/** '66.67' → '67%'; only what is whole is shown as 100%. */
export const formatPercent = (value: string | number) => {
  const percent = Number(value)
  return `${percent < 100 ? Math.min(Math.round(percent), 99) : 100}%`
}
