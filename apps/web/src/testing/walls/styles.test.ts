import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { DEFAULT_THEME, type MantineTheme, mergeMantineTheme } from '@mantine/core'
import { expect, it } from 'vitest'
import { cssVariablesResolver, themeOf } from '../../theme/theme.ts'

const root = path.resolve(import.meta.dirname, '../..')
const textOf = (file: string) => readFileSync(path.join(root, file), 'utf8')
const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
/** The frame around the pages has values of its own still. */
const sheets = files.filter((file) => file.endsWith('.css') && !file.startsWith('features/shell/'))
const sources = files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^theme\/|\.gen\.ts$|^testing\//.test(file))

/** Values that no token can have, and why. */
const ownValues: Record<string, string> = {
  'features/learning/course-finished.module.css: background: oklch(0.72 0.17 calc(var(--piece) * 51))':
    'each piece of confetti has its colour',
  'theme/global.css: font-size: max(16px, var(--input-fz, 1rem))': 'below it a phone zooms into a field',
  'ui/avatar.module.css: font-size: calc(var(--avatar-size, 36px) * 0.36)': 'letters grow with the circle',
  'ui/courses/cover.module.css: font-size: 36cqi': 'the letter is part of the picture',
  'ui/lists/stack-table.module.css: font-size: calc(var(--columns) * 1rem)':
    'an em is a width there, and no text has it',
  'ui/rich-text/safe-html.module.css: font-size: 0.92em': 'code among words of any size',
}

const rules: [property: RegExp, value: RegExp][] = [
  [/^font-size$/, /^(?:inherit|var\(--[\w-]+\))$/],
  [/radius$/, /^(?:(?:0|50%|inherit|var\(--mantine-radius-\w+\)) ?){1,4}$/],
  [/^box-shadow$/, /^(?:none|var\(--(?:mantine-shadow-\w+|sheet-shadow)\))$/],
]
const color =
  /#[0-9a-f]{3,8}\b|\b(?:rgba?|hsla?|oklch|lab|lch|hwb|light-dark)\(|(?<![\w-])(?:white|black|red|green|blue|gray|silver)(?![\w-])/i

/** Declarations of a style sheet that have a value of their own in the place of a token. */
function findOwn(sheet: string): string[] {
  const declarations = sheet.replace(/\/\*[\s\S]*?\*\//g, '').match(/(?<=[{;]\s*)[a-z-]+:\s[^;{}]+(?=;)/g) ?? []
  return declarations.filter((declaration) => {
    const [property, value] = declaration.replace(/\s+/g, ' ').split(/: (.*)/) as [string, string]
    const rule = rules.find(([name]) => name.test(property))
    return rule ? !rule[1].test(value) : color.test(value)
  })
}

it('knows a colour, a size, a radius and a shadow of a sheet’s own', () => {
  const own = ['color: #fff', 'color: white', 'fill: rgb(0 0 0 / 5%)', 'font-size: 12px', 'border-radius: 9px']
  const shadow = 'box-shadow: 0 1px 2px var(--line)'
  expect(findOwn(`.a { ${[...own, shadow].join('; ')}; }`)).toEqual([...own, shadow])
  expect(
    findOwn('.a { color: var(--ink); white-space: nowrap; border-radius: 50%; font-size: inherit; box-shadow: none; }'),
  ).toEqual([])
})

it('style sheets take colours, sizes of text, radii and shadows from the tokens', () => {
  expect(sheets.length).toBeGreaterThan(60)
  const own = sheets.flatMap((file) => findOwn(textOf(file)).map((each) => `${file}: ${each.replace(/\s+/g, ' ')}`))
  expect(own.sort()).toEqual(Object.keys(ownValues).sort())
})

it('every role that a style sheet names is there', () => {
  const theme = mergeMantineTheme(DEFAULT_THEME, themeOf()) as MantineTheme
  const { variables, light } = cssVariablesResolver(theme)
  const given = [...sheets, ...sources].map(textOf).join('\n')
  const known = new Set([
    ...Object.keys(variables),
    ...Object.keys(light),
    ...(given.match(/--[a-z][\w-]*(?=['"]?\]?:)/g) ?? []),
  ])
  const missing = sheets.flatMap((file) =>
    [...textOf(file).matchAll(/var\((--[a-z][\w-]*)\)/g)]
      .map(([, role]) => role!)
      .filter((role) => !role.startsWith('--mantine-') && !known.has(role))
      .map((role) => `${file}: ${role}`),
  )
  expect(missing).toEqual([])
})

/** Dangerous acts are `danger`, whose fills carry white words; sheets have no line; `--app-` is the frame's. */
const refused = /\b(?:c|color)=(?:"|\{')red|: 'red|\? 'red|<Paper\b[^>]*\bwithBorder|var\(--app-/g

it('screens name no colour that has a role, and draw no line around a sheet', () => {
  expect('<Paper p="md" withBorder>'.match(refused)).toHaveLength(1)
  const all = [...sheets, ...sources.filter((file) => !file.startsWith('features/shell/'))]
  expect(all.flatMap((file) => (textOf(file).match(refused) ?? []).map((each) => `${file}: ${each}`))).toEqual([])
})
