import type { Database, DatabaseUrls } from '@escola/db'
import type { Config } from '../../config.ts'
import { openSchool, type School } from '../../core/scope.ts'
import type { PaymentProvider } from '../../payments/payment-provider.ts'

export interface CheckTools {
  database: Database
  urls: DatabaseUrls
  secret: string
  provider: PaymentProvider | undefined
  /** Place of the files; undefined where no setting names one. */
  filesAt: Pick<Config, 'filesDir' | 's3'> | undefined
  schoolIds: string[]
  /** The product is stopped, so that nothing does what is due. */
  isStopped: boolean
  env: NodeJS.ProcessEnv
  now: () => Date
}

export interface Findings {
  /** One line about what was looked at. */
  summary: string
  /** Sentences about what has to be mended. */
  faults?: string[]
  /** Sentences that an operator should read, and that are no fault by themselves. */
  warnings?: string[]
}

/** Check of an installation. It only reads, so that it may run beside the product. */
export interface Check {
  name: string
  look(tools: CheckTools): Promise<Findings>
}

/** Asks all schools one after the other. */
export async function askSchools<T>(
  { database, schoolIds }: CheckTools,
  ask: (school: School) => Promise<T>,
): Promise<T[]> {
  const answers: T[] = []
  for (const id of schoolIds) answers.push(await ask(openSchool(database, id)))
  return answers
}
