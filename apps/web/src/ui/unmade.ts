declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of what was made a moment ago: its editor goes on under another address. */
    made?: string
  }
}

/**
 * What isn't made yet has an editor, too. In the place of its link it has this sign, which no link has, with the id of what it will be in;
 * people see the address that the specification gives it.
 */
const sign = '~'
export const unmadeIn = (id = '') => sign + id
export const placeOf = (link: string) => link.slice(sign.length)
export const isUnmade = ({ link }: { link: string }) => link.startsWith(sign)
