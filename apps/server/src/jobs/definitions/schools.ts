import { daily, define } from '../job-definition.ts'

/** Jobs of a school's own upkeep; a part of the catalogue. */
export const schoolJobs = {
  /** A domain may come to lead here, or stop to. */
  checkDomain: define({ name: 'domains.check', ...daily }),
  forgetOldKeys: define({ name: 'making_keys.forget', ...daily }),
}
