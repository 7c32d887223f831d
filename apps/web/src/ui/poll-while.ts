/** Delay until work under way is asked for again. */
const progressMs = 1000

/** Interval at which a query is asked again while work is under way. */
export const pollWhile = (isUnderWay: boolean): number | false => (isUnderWay ? progressMs : false)
