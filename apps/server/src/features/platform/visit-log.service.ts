import { allRoutes } from '@escola/contract/api'
import { nameChange } from '@escola/contract/change-labels'
import { minuteMs } from '@escola/contract/durations'
import { platformLimits } from '@escola/contract/limits'
import type { Platform } from '@escola/db'
import type { Clock } from '../../core/tools.ts'
import type { VisitLog } from '../../http/visit-log.ts'
import { extendVisit, findName, insertChange, insertVisit, lockSession, markRefused } from './visit-log.queries.ts'

interface LogTools extends Clock {
  platform: Platform
}

/** Writes in the platform's name: a school's own role may read its log but not write it. */
export const visitLog = ({ platform, now }: LogTools): VisitLog => {
  const names = new Map(allRoutes.map(({ name, route }) => [route, name]))
  return {
    recordVisit: (schoolId, { sessionId, userId }) =>
      platform.withPlatform(async (db) => {
        const visit = { schoolId, sessionId, userId }
        const moment = now()
        await lockSession(db, sessionId)
        const since = new Date(moment.getTime() - platformLimits.visitPauseMinutes * minuteMs)
        const going = await extendVisit(db, visit, { since, now: moment })
        return going ?? insertVisit(db, visit, { name: await findName(db, userId), now: moment })
      }),
    recordChange: (schoolId, visitId, route, body) =>
      platform.withPlatform((db) =>
        insertChange(db, schoolId, {
          visit_id: visitId,
          method: route.method,
          route: nameChange(names.get(route) ?? route.path, body),
          utc_made_on: now(),
        }),
      ),
    recordRefusal: async (schoolId, changeId) => {
      await platform.withPlatform((db) => markRefused(db, schoolId, changeId))
    },
  }
}
