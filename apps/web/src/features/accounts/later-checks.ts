import { part } from '../../ui/part.ts'
import { zodResolver } from '../../ui/zod-resolver.ts'

const schemas = part(async () => (await import('./schemas.ts')).schemas)

/** What a form fetches when it is first touched. */
export const fetchChecks = () => void schemas.load().catch(() => undefined)

/**
 * The check of a form that people open the product with: zod is a sixth of such a page, and comes while they type. Where it can't come
 * the server checks.
 */
export const checkedLater = (name: 'RecoveryRequest' | 'SignIn') => (values: unknown) =>
  schemas.ready
    ? zodResolver(schemas.ready[name])(values)
    : schemas.load().then(
        (loaded) => zodResolver(loaded[name])(values),
        () => ({}),
      )
