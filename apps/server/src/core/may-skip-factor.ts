import type { Config } from '../config.ts'

const ownMachine = ['localhost', '127.0.0.1', '[::1]']

/** Tells whether a platform administrator may go on without a second factor: the demonstration's, while this machine alone reaches it. */
export const maySkipFactor = (
  { publicUrl }: Pick<Config, 'publicUrl'>,
  { is_demonstration }: { is_demonstration: boolean },
): boolean => is_demonstration && ownMachine.includes(new URL(publicUrl).hostname)
