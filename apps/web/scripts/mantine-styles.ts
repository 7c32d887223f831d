import type { Plugin } from 'vite'

/** Styles that all components share, and a button of fields, dialogs and notices that is not worth a file. */
export const shared = ['default-css-variables', 'baseline', 'global', 'UnstyledButton', 'CloseButton']

/** The sheet of a component's class names, by the file that they are in. */
export const sheetOf = (id: string) => /\/@mantine\/core\/esm\/.*\/(\w+)\.module\.mjs$/.exec(id)?.[1]

/**
 * Builds each of Mantine's components with the styles of its own, so that a page loads those that it shows; the sheet of everything, which
 * is what the development server has, shrinks to what all of them share. A component imports what it is made of before it imports its
 * styles, so those of the parts stand first, as they must.
 */
export const mantineStyles = (): Plugin => ({
  name: 'escola:mantine-styles',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { id: /\/@mantine\/core\/(?:styles\.layer\.css|esm\/.*\.module\.mjs)$/ },
    handler: (code, id) => {
      const sheet = sheetOf(id)
      if (!sheet) return { code: shared.map((name) => `@import './styles/${name}.layer.css';`).join('\n'), map: null }
      if (shared.includes(sheet)) return undefined
      return { code: `import '@mantine/core/styles/${sheet}.layer.css'\n${code}`, map: null }
    },
  },
})
