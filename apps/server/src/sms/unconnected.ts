const codes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** Tells whether a request failed before anything of it was sent. */
export function isConnectFailure(error: unknown): boolean {
  const { code, cause } = error as { code?: string; cause?: { code?: string } }
  return codes.has(code ?? '') || codes.has(cause?.code ?? '')
}
