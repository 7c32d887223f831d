import type { ReactNode } from 'react'
import classes from './state.module.css'

/** Line drawings of what is missing: lines in the school's colour, and fills in its pale one. */
const drawings = {
  people: (
    <>
      <path className={classes.fill} d="M52 96v-9c0-15 12-26 28-26s28 11 28 26v9z" />
      <path d="M52 96v-9c0-15 12-26 28-26s28 11 28 26v9M16 96v-5c0-11 8-19 19-19 5 0 9 1 12 4m97 20v-5c0-11-8-19-19-19-5 0-9 1-12 4M8 96h144" />
      <circle cx="80" cy="39" r="14" />
      <circle cx="36" cy="56" r="9" />
      <circle cx="124" cy="56" r="9" />
    </>
  ),
  lessons: (
    <>
      <path className={classes.fill} d="M80 40c-14-10-32-12-52-10v58c20-2 38 0 52 10z" />
      <path d="M80 40c-14-10-32-12-52-10v58c20-2 38 0 52 10 14-10 32-12 52-10V30c-20-2-38 0-52 10v58M40 46c9 0 18 1 26 5M40 60c9 0 18 1 26 5M40 74c9 0 18 1 26 5" />
      <path d="M98 52v20l17-10z" />
      <path d="M80 22v-8M62 25l-5-6M98 25l5-6" />
    </>
  ),
  papers: (
    <>
      <path className={classes.fill} d="M44 18h50l22 22v62H44z" />
      <path d="M94 18H44v84h36m36-26V40L94 18v22h22M56 42h24M56 56h46M56 70h32" />
      <circle cx="106" cy="86" r="14" />
      <path d="m100 86 4 4 8-8M98 98l-4 14 12-5 12 5-4-14" />
    </>
  ),
  search: (
    <>
      <circle className={classes.fill} cx="72" cy="54" r="32" />
      <circle cx="72" cy="54" r="32" />
      <path d="m96 78 26 26M58 50a16 16 0 0 1 14-12M24 96h20M126 30h14M133 23v14M18 34h8M22 30v8M108 108h-40" />
    </>
  ),
} satisfies Record<string, ReactNode>

export type DrawingName = keyof typeof drawings

export const Drawing = ({ name }: { name: DrawingName }) => (
  <svg className={classes.drawing} viewBox="0 0 160 120" width="160" height="120" aria-hidden>
    {drawings[name]}
  </svg>
)
