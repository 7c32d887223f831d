import { part } from '../../ui/loading/part.ts'

/** The events of a timeline, whose code comes beside what the page asks the server for. */
export const timelineEvents = part(() => import('./timeline-events.tsx'))
