/** One measured thing beside the floor that was measured in the same run. */
export interface Figure {
  name: string
  value: string
  floor: string
  ratio?: number
  /** Show the ratio as a share of the floor instead of a multiple. */
  percent?: boolean
  target: string
  ok: boolean
}

export const table = (figures: Figure[]): string =>
  [
    '| what | measured | floor | ratio | target | |',
    '| --- | --- | --- | --- | --- | --- |',
    ...figures.map(
      ({ name, value, floor, ratio, percent, target, ok }) =>
        `| ${name} | ${value} | ${floor} | ${ratio === undefined ? '' : percent ? `${Math.round(ratio * 100)} %` : `${ratio.toFixed(2)}×`} | ${target} | ${ok ? 'met' : 'missed'} |`,
    ),
  ].join('\n')
