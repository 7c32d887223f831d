declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The id of what was made a moment ago: its editor goes on under another address. */
    made?: string
  }
}

/**
 * Begins the link of a course, lesson, class, plan or model that has an editor but no row yet; the id of its future parent follows. No real link begins so;
 * users see the address that the specification gives it.
 */
const sign = '~'
export const newRecordLink = (id = '') => sign + id
export const placeOf = (link: string) => link.slice(sign.length)
export const isNewRecord = ({ link }: { link: string }) => link.startsWith(sign)
