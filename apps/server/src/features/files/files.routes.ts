import { files } from '@escola/contract/files.contract'
import type { Tools } from '../../core/tools.ts'
import type { Mount } from '../../http/mount.ts'
import { downloadFile, sendImage } from './files.service.ts'

export const fileRoutes = (mount: Mount, tools: Tools) => {
  mount(files.image, (school, { params, query }) => sendImage(school, { key: params.key, width: query.w }, tools))
  mount(files.download, (school, { params, query }) => downloadFile(school, { fileId: params.fileId, ...query }, tools))
}
