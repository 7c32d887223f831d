import type { CertificateLayout } from '@escola/contract/certificates.contract'
import { makeClassic } from './classic.ts'
import type { Layout } from './layout.ts'
import { makeMinimal } from './minimal.ts'
import { makeModern } from './modern.ts'
import { makeSolemn } from './solemn.ts'

/** Each is made of the ten colours of the school's palette, from pale to deep. */
export const layouts: Record<CertificateLayout, (palette: string[]) => Layout> = {
  classic: makeClassic,
  modern: makeModern,
  minimal: makeMinimal,
  solemn: makeSolemn,
}
