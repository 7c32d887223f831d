import { cohorts } from '@escola/contract/cohorts.contract'
import type { BodyOf } from '@escola/contract/route'
import { describeForecast, type SalesForecast } from '@escola/contract/sales-forecast'
import { api } from '../../api/client.ts'
import { confirm } from '../questions/confirm.ts'

interface Asked {
  schoolId: string
  cohortId: string
  /** Products that the class is to sell. */
  sold: BodyOf<typeof cohorts.forecastSales>
  /** First words of the sentence that says what comes in. */
  act: string
  confirmLabel: string
  /** Tells whether there is something to ask; left out: whatever comes in. */
  isNews?: (forecast: SalesForecast) => boolean
}

/**
 * Asks before a class sells products for which sales wait: what comes in at once, and its price. Without a forecast the change is made all the same, and
 * says afterwards what waited.
 * @returns whether to go on
 */
export async function askWaiting({ schoolId, cohortId, sold, act, confirmLabel, isNews }: Asked): Promise<boolean> {
  const params = { schoolId, id: cohortId }
  const forecast = await api(cohorts.forecastSales, { params, body: sold }).catch(() => null)
  if (!forecast?.sales || isNews?.(forecast) === false) return true
  return confirm({ title: 'Matricular quem já comprou?', text: describeForecast(forecast, act), confirmLabel })
}
