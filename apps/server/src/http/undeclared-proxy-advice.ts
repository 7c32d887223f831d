/** Name of the figure of /metrics. */
export const undeclaredProxies = 'escola_undeclared_proxies'

/**
 * Reads in the API's figures whether a proxy stands before it that was not declared.
 * @param metrics text of /metrics
 * @returns advice for the people who run the platform; undefined when there is nothing to do
 */
export function adviseProxy(metrics: string): string | undefined {
  const count = Number(new RegExp(`^${undeclaredProxies} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0)
  if (count === 0) return undefined
  return 'a proxy stands before the API and TRUST_PROXY does not name it: all callers seem to have its address, so none of them has a share of their own. Set TRUST_PROXY to the address of the proxy.'
}
