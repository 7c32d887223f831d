import { assertOneOwnerEach, type FileOwner } from '../../files/owners.ts'
import { jobs } from '../../jobs/catalogue.ts'
import { defineHandler } from '../../jobs/handlers.ts'
import { deleteForgottenBytes } from './forgotten-bytes.service.ts'
import { removeStrayBytes } from './stray-bytes.service.ts'
import { removeUnusedFiles } from './unused-files.service.ts'

export const fileHandlers = (owners: FileOwner[]) => {
  assertOneOwnerEach(owners)
  return [
    defineHandler(jobs.removeUnusedFiles, (school, _, tools) => removeUnusedFiles(school, owners, tools)),
    defineHandler(jobs.deleteBytes, (_, { files }, tools) => deleteForgottenBytes(files, owners, tools)),
    defineHandler(jobs.removeStrayBytes, (school, _, tools, signal) => removeStrayBytes(school, tools, signal)),
  ]
}
