import { zodResolver } from '../../ui/forms/zod-resolver.ts'
import { part } from '../../ui/loading/part.ts'

const schemas = part(async () => (await import('./schemas.ts')).schemas)

/** Fetches the checks of a form when it is first touched. */
export const fetchChecks = () => void schemas.load().catch(() => undefined)

/** Checks a form that users open the product with: zod is a sixth of such a page, and loads while they type. Without zod the server checks. */
export const makeDeferredCheck = (name: 'RecoveryRequest' | 'SignIn') => (values: unknown) =>
  schemas.ready
    ? zodResolver(schemas.ready[name])(values)
    : schemas.load().then(
        (loaded) => zodResolver(loaded[name])(values),
        () => ({}),
      )
