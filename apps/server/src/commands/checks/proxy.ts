import { adviseProxy } from '../../http/undeclared-proxy-advice.ts'
import type { Check } from './check.ts'

const answerWithinMs = 3000

/** Asks the API on this machine whether a proxy stands before it that was not declared. */
export const proxy: Check = {
  name: 'proxy',
  look: async ({ env: { PORT = '3000', METRICS_TOKEN: token }, isStopped }) => {
    if (isStopped) return { summary: 'not looked at: the product is stopped' }
    const headers = token ? { authorization: `Bearer ${token}` } : undefined
    const metrics = await fetch(`http://127.0.0.1:${PORT}/metrics`, {
      ...(headers ? { headers } : {}),
      signal: AbortSignal.timeout(answerWithinMs),
    }).then(
      (answer) => (answer.ok ? answer.text() : undefined),
      () => undefined,
    )
    if (metrics === undefined) return { summary: `not looked at: no API tells its figures on port ${PORT}` }
    const advice = adviseProxy(metrics)
    return { summary: advice ? 'not declared' : 'none that was not declared', warnings: advice ? [advice] : [] }
  },
}
