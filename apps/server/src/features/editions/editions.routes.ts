import { editions } from '@escola/contract/editions.contract'
import type { Mount } from '../../http/mount.ts'
import { getEdition, saveEdition } from './editions.service.ts'

export const editionRoutes = (mount: Mount) => {
  mount(editions.get, (school, { params }) => getEdition(school, params.link))
  mount(editions.save, (school, { params, body }) => saveEdition(school, { link: params.link, ...body }))
}
