import { createFileStore } from '../../files/create-file-store.ts'
import { describeForeignStore, describeMissing, missingOf } from '../../files/missing-files.ts'
import { askSchools, type Check } from './check.ts'
import { listStorageKeys } from './checks.queries.ts'

/** Compares the files that the database names with those in the store. */
export const files: Check = {
  name: 'files',
  look: async (tools) => {
    const { filesAt } = tools
    if (!filesAt)
      return {
        summary: 'not looked at',
        faults: ['Neither FILES_DIR nor S3_BUCKET is set beside DATABASE_URL: the place of the files is not known.'],
      }
    const store = await createFileStore(filesAt)
    const schools = await askSchools(tools, async (school) => {
      const named = await school.tx(listStorageKeys)
      const stored: string[] = []
      for await (const keys of store.list(school.id, new Date(8.64e15))) stored.push(...keys)
      return { named: named.length, missing: missingOf(named, stored) }
    })
    const named = schools.reduce((sum, school) => sum + school.named, 0)
    const missing = schools.flatMap((school) => school.missing)
    const place = filesAt.s3 ? `the bucket ${filesAt.s3.bucket}` : `the folder ${filesAt.filesDir}`
    const foreign = describeForeignStore(missing, named, place)
    return {
      summary: `${named} in ${place}: ${missing.length ? `${missing.length} are missing` : 'all are there'}`,
      faults: foreign ? [foreign] : missing.length ? [describeMissing(missing, named)] : [],
    }
  },
}
