import type { SalesPlatformName } from '@escola/contract/sales'
import type { SchoolDb } from '@escola/db'
import { listSelling } from '../../integrations/integrations.service.ts'
import { makeOffering, type Offering } from './offering.ts'

/**
 * Reads the rules by which the purchases of an account open classes.
 * @param accountId null: the account is not known, and all of the platform's count
 * @param integrationId the one whose class is meant where the platform names no product
 */
export const openOffering = async (
  db: SchoolDb,
  {
    platform,
    accountId,
    integrationId,
  }: { platform: SalesPlatformName; accountId: string | null; integrationId: string | null },
): Promise<Offering> =>
  makeOffering(platform, { integrations: await listSelling(db, platform, accountId), integrationId })
