import { affiliates } from '@escola/contract/affiliates.contract'
import type { Mount } from '../../http/mount.ts'
import { type AffiliateTools, inviteSchool, listAffiliates, removeAffiliate } from './affiliates.service.ts'
import { answerFranchisor, listFranchisors } from './franchisors.service.ts'
import { createPlan, getPlan, listPlans, removePlan, savePlan } from './plans.service.ts'

export const affiliateRoutes = (mount: Mount, tools: AffiliateTools) => {
  mount(affiliates.plans, (school) => listPlans(school))
  mount(affiliates.plan, (school, { params }) => getPlan(school, params))
  mount(affiliates.createPlan, (school, { body }) => createPlan(school, body, tools))
  mount(affiliates.savePlan, (school, { params, body }) => savePlan(school, { ...params, ...body }))
  mount(affiliates.removePlan, (school, { params }) => removePlan(school, params))
  mount(affiliates.list, (school, { params, query }) => listAffiliates(school, { ...params, ...query }, tools))
  mount(affiliates.invite, (school, { params, body }) => inviteSchool(school, { ...params, ...body }, tools))
  mount(affiliates.remove, (school, { body }) => removeAffiliate(school, { affiliateId: body.school_id }, tools))
  mount(affiliates.franchisors, (school) => listFranchisors(school))
  mount(affiliates.answer, (school, { body }) =>
    answerFranchisor(school, { franchisorId: body.school_id, answer: body.column }, tools),
  )
}
