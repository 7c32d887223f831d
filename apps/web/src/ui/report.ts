declare global {
  /** Failures on this page; see keepFailures. */
  var escolaFailures: { kept: unknown[]; report(error: unknown): void } | undefined
}

const event = 'escola:error'

/** Reports a failure that a screen has caught. */
export const report = (detail: unknown) => void dispatchEvent(new CustomEvent(event, { detail }))

/** Keeps the first failures of a page, caught or not, for a reporter that may come, and gives it the later ones. Part of early.ts. */
export function keepFailures() {
  const kept: unknown[] = []
  const failures = { kept, report: (error: unknown) => void (kept.length < 20 && kept.push(error)) }
  globalThis.escolaFailures = failures
  addEventListener('error', ({ error }) => failures.report(error))
  addEventListener('unhandledrejection', ({ reason }) => failures.report(reason))
  addEventListener(event, (reported) => failures.report((reported as CustomEvent).detail))
}
