import { Id } from '@escola/contract/wire'
import { z } from 'zod'
import { daily, defineJob } from '../job-definition.ts'

/** Affiliates of one franchisor that a job goes through, one after the other. */
const affiliateIds = z.array(Id).min(1).max(25)

/** Jobs of schools whose courses other schools teach; a part of the catalogue. */
export const affiliateJobs = {
  /** An administrator waits for an invitation, or for the answer to it: each school of an affiliation gets what the other one says. */
  syncAffiliate: defineJob({
    name: 'affiliates.sync',
    queue: 'urgent',
    payload: z.object({ franchisorId: Id, affiliateId: Id }),
    retries: 'awaited',
  }),
  /** Names, contacts and counts of all affiliates of a franchisor. */
  syncAffiliates: defineJob({ name: 'affiliates.sync_daily', ...daily, isOfFranchisors: true }),
  /** The address of a school, which its franchisors show, has changed. Their names stand with the school, so that the change itself cannot see them. */
  notifyFranchisors: defineJob({
    name: 'affiliates.tell_franchisors',
    queue: 'urgent',
    payload: z.object({}),
    retries: 'awaited',
  }),
  /** Affiliates of a franchisor show the title of their plan and how many courses it gives them, before they answer too. */
  writeOffers: defineJob({
    name: 'affiliates.tell_offers',
    queue: 'offers',
    payload: z.object({ affiliateIds }),
    retries: 'awaited',
  }),
  /** A franchisor's offer has changed: each of its affiliates is looked at, in batches. */
  spreadEditions: defineJob({
    name: 'editions.spread',
    queue: 'offers',
    payload: z.object({}),
    retries: 'awaited',
  }),
  /**
   * Opens and closes the editions of some affiliates. It is quick, and has a queue to itself: a course that its franchisor takes back is gone from its affiliates
   * before thousands of lessons are copied.
   */
  settleEditions: defineJob({
    name: 'editions.settle',
    queue: 'offers',
    payload: z.object({ affiliateIds, verify: z.boolean().optional() }),
    retries: 'awaited',
  }),
  /** Copies a course into editions of some affiliates. It takes long, so that it holds up no other job. */
  copyEdition: defineJob({
    name: 'editions.copy',
    queue: 'editions',
    payload: z.object({ courseId: Id, affiliateIds, verify: z.boolean().optional() }),
    retries: 'awaited',
  }),
  /** A correction of a question, or its undo, goes to the affiliates whose editions ask it. */
  spreadCorrections: defineJob({
    name: 'editions.spread_corrections',
    queue: 'offers',
    payload: z.object({ questionId: Id }),
    retries: 'awaited',
  }),
  /** Writes the corrections of a question, or of all that a course has asked, at some affiliates, whose own runs mark their attempts again. */
  copyCorrections: defineJob({
    name: 'editions.copy_corrections',
    queue: 'offers',
    payload: z.object({
      asked: z.union([z.object({ questionId: Id }), z.object({ courseId: Id })]),
      affiliateIds,
    }),
    retries: 'awaited',
  }),
  /** Compares all editions of a franchisor with their originals. */
  verifyEditions: defineJob({ name: 'editions.verify', ...daily, isOfFranchisors: true }),
}
