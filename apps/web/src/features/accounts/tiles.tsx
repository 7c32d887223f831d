import classes from './account-screen.module.css'

const size = 88
const columns = 7
const rows = 9

/** Quarter circles turned by a fixed rhythm, after the tiles of Brazilian façades. */
export function Tiles() {
  const tiles = Array.from({ length: columns * rows }, (_, index) => {
    const x = (index % columns) * size
    const y = Math.floor(index / columns) * size
    const turn = (((index * 7) ^ (index >> 2)) % 4) * 90
    const tone = (index * 5 + (index >> 1)) % 7
    return (
      <g key={index} transform={`translate(${x} ${y}) rotate(${turn} ${size / 2} ${size / 2})`}>
        <path d={`M0 0h${size}a${size} ${size} 0 0 1-${size} ${size}z`} data-tone={tone} />
        {tone % 3 === 0 && (
          <path d={`M0 0h${size / 2}a${size / 2} ${size / 2} 0 0 1-${size / 2} ${size / 2}z`} data-tone="dot" />
        )}
      </g>
    )
  })
  return (
    <svg
      className={classes.tiles}
      viewBox={`0 0 ${columns * size} ${rows * size}`}
      preserveAspectRatio="xMidYMid slice"
      aria-hidden="true"
    >
      {tiles}
    </svg>
  )
}
