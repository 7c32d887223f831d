declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of what was made a moment ago: its editor goes on under another address. */
    made?: string
  }
}

/**
 * A thing that isn't made yet has an editor, too. Its link is replaced by this sign, which no link has, and the id of the parent that it will be in;
 * users see the address that the specification gives it.
 */
const sign = '~'
export const unmadeIn = (id = '') => sign + id
export const placeOf = (link: string) => link.slice(sign.length)
export const isUnmade = ({ link }: { link: string }) => link.startsWith(sign)
