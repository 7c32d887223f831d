import { adviseSupport } from '../../core/support-advice.ts'
import type { Check } from './check.ts'

/** Looks for a way by which administrators of schools reach the platform. */
export const support: Check = {
  name: 'support',
  look: async ({ env: { NODE_ENV, SUPPORT_EMAIL: email = '', SUPPORT_URL: url = '' } }) => {
    const advice = adviseSupport({ production: NODE_ENV === 'production', support: { email, url } })
    return { summary: email || url ? 'named' : 'not named', warnings: advice ? [advice] : [] }
  },
}
