import { daily, defineJob } from '../job-definition.ts'

/** Jobs of a school's own upkeep; a part of the catalogue. */
export const schoolJobs = {
  /** A domain may come to lead here, or stop to. */
  checkDomain: defineJob({ name: 'domains.check', ...daily }),
  forgetOldKeys: defineJob({ name: 'making_keys.forget', ...daily }),
}
